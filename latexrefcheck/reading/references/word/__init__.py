"""What Word documents hold besides their text: the data of reference managers, and numbers that Word makes."""
