/* Begin: what the project is, which view the address names, how the check is. */
doing(null, async () => {
  const state = await ask("/api/state");
  $("project").textContent = [...state.project.paths, `in ${state.project.directory}`].join(" ");
  past(state.check);
  await takeSessions();
  await show(false);
  await follow();
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) follow(); });
