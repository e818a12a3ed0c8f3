-- For build.lua: `l3build refcheck` checks the references of the document that `refcheckfile` names.
refcheckfile = refcheckfile or "main.tex"

target_list.refcheck = {
  desc = "Check the references with latexrefcheck",
  func = function()
    -- run() gives os.execute's status; l3build wants 0 or 1.
    return run(".", 'latexrefcheck check "' .. refcheckfile .. '"') == 0 and 0 or 1
  end,
}
