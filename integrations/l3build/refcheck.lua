-- For build.lua: `l3build refcheck` checks the references of the document that `refcheckfile` names.
-- Nobody is asked over the network unless `refcheckoptions` says so, e.g. "--verify --max-seconds 60 --profile strict".
refcheckfile = refcheckfile or "main.tex"
refcheckoptions = refcheckoptions or "--no-verify"

target_list.refcheck = {
  desc = "Check the references with latexrefcheck",
  func = function()
    -- run() gives os.execute's status; l3build wants 0 or 1.
    return run(".", "latexrefcheck check " .. refcheckoptions .. ' "' .. refcheckfile .. '"') == 0 and 0 or 1
  end,
}
