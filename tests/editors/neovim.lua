-- Scenarios of an author in Neovim. `.ci/editors` runs them with the variables CARDWRIGHT and PROJECT.

local cardwright, project = vim.env.CARDWRIGHT, vim.env.PROJECT
local cards = project .. "/cards/"

local function write(name, text)
  local file = assert(io.open(cards .. name, "w"))
  file:write(text)
  file:close()
end

local function read(name)
  local file = assert(io.open(cards .. name))
  local text = file:read("*a")
  file:close()
  return text
end

local function card(name, effect)
  return "name: " .. name .. "\ntype: spell\ncost: { power: 1 }\ntraits: [earth]\neffect: |\n  " .. effect .. "\n"
end

vim.fn.mkdir(cards, "p")
write("bone-call.yaml", card("Bone Call", "Élan 🐉 Draw a card"))
write("gust.yaml", card("Gust", 'Increase 2 a friendly "Skelton".'))

local done = 0

-- Waits until a condition holds.
local function expect(what, condition)
  local ok = vim.wait(20000, function()
    local fine, result = pcall(condition)
    return fine and result
  end, 20)
  if not ok then
    io.stderr:write("FAILED: " .. what .. "\n")
    vim.cmd("cquit 1")
  end
  done = done + 1
end

-- Does something once.
local function check(what, action)
  local fine, result = pcall(action)
  if not fine or not result then
    io.stderr:write("FAILED: " .. what .. ": " .. tostring(result) .. "\n")
    vim.cmd("cquit 1")
  end
  done = done + 1
end

local function request(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000)
  for _, answer in pairs(answers or {}) do
    if answer.error then
      error(vim.inspect(answer.error))
    end
    return answer.result
  end
end

local function open(name)
  vim.cmd("edit " .. vim.fn.fnameescape(cards .. name))
  vim.bo.filetype = "yaml"
  local id = vim.lsp.start_client and vim.g.cardwright_client
  if not id then
    id = vim.lsp.start_client({ name = "cardwright", cmd = { cardwright, "lsp" }, root_dir = project })
    vim.g.cardwright_client = id
  end
  vim.lsp.buf_attach_client(0, id)
end

local function found(code)
  for _, one in ipairs(vim.diagnostic.get(0)) do
    if one.code == code or (one.user_data and one.user_data.lsp and one.user_data.lsp.code == code) then
      return one
    end
  end
end

local function document()
  return { uri = vim.uri_from_bufnr(0) }
end

local function actions(range, only)
  return request("textDocument/codeAction", {
    textDocument = document(),
    range = range,
    context = { diagnostics = {}, only = only },
  })
end

local whole = { start = { line = 0, character = 0 }, ["end"] = { line = 20, character = 0 } }

local function apply(action)
  local client = vim.lsp.get_client_by_id(vim.g.cardwright_client)
  local edit = action.edit
  if not edit then
    edit = request("codeAction/resolve", action).edit
  end
  vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
end

open("gust.yaml")
expect("a mistake is marked", function()
  return found("E0203")
end)
expect("at the name", function()
  local one = found("E0203")
  return one.lnum == 5 and one.col == 24 and one.end_col == 33
end)
expect("with its message", function()
  return found("E0203").message:find('no card is named "Skelton"', 1, true)
end)
check("a fix is offered, and repairs the text", function()
  for _, action in ipairs(actions(whole, { "quickfix" })) do
    if action.title:find('"Skeleton"', 1, true) then
      apply(action)
      return vim.api.nvim_buf_get_lines(0, 5, 6, false)[1] == '  Increase 2 a friendly "Skeleton".'
    end
  end
end)
expect("the mark is gone", function()
  return not found("E0203")
end)
check("undo brings it back", function()
  vim.cmd("silent undo")
  return true
end)
expect("the mark is back", function()
  return found("E0203")
end)
check("hovering shows the card", function()
  vim.api.nvim_buf_set_lines(0, 5, 6, false, { '  Increase 2 a friendly "Skeleton".' })
  local hover = request("textDocument/hover", { textDocument = document(), position = { line = 5, character = 28 } })
  return hover.contents.value:find("**Skeleton**", 1, true)
end)
check("the outline has the card", function()
  return request("textDocument/documentSymbol", { textDocument = document() })[1].name == "Gust"
end)
vim.cmd("silent write!")

open("bone-call.yaml")
expect("a mistake after an emoji is marked", function()
  return #vim.diagnostic.get(0) > 0
end)
expect("typing changes the marks", function()
  vim.api.nvim_buf_set_lines(0, 5, 6, false, { "  Draw a card" })
  return found("E0403")
end)
check("fix all gives the bytes of check --fix", function()
  vim.cmd("silent write!")
  apply(actions(whole, { "source.fixAll.cardwright" })[1])
  vim.cmd("silent write!")
  local fixed = read("bone-call.yaml")
  write("bone-call.yaml", card("Bone Call", "Draw a card"))
  vim.fn.system({ cardwright, "check", "--fix", cards .. "bone-call.yaml" })
  return fixed == read("bone-call.yaml") and fixed:find("Draw a card.", 1, true)
end)
check("formatting gives the canonical text", function()
  vim.api.nvim_buf_set_lines(0, 5, 6, false, { "  draw a card." })
  local client = vim.lsp.get_client_by_id(vim.g.cardwright_client)
  local edits = request("textDocument/formatting", {
    textDocument = document(),
    options = { tabSize = 2, insertSpaces = true },
  })
  vim.lsp.util.apply_text_edits(edits, 0, client.offset_encoding)
  return vim.api.nvim_buf_get_lines(0, 5, 6, false)[1] == "  Draw a card."
end)
check("renaming changes the name", function()
  local client = vim.lsp.get_client_by_id(vim.g.cardwright_client)
  local edit = request("textDocument/rename", {
    textDocument = document(),
    position = { line = 0, character = 8 },
    newName = "Grave Call",
  })
  vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
  return vim.api.nvim_buf_get_lines(0, 0, 1, false)[1] == "name: Grave Call"
end)
local function marks(name)
  local buffer = vim.fn.bufnr(cards .. name)
  return buffer >= 0 and #vim.diagnostic.get(buffer) or 0
end

write("new.yaml", card("New", "Draw a card"))
expect("a new file that is not open is marked", function()
  return marks("new.yaml") > 0
end)
os.remove(cards .. "new.yaml")
expect("a file that is deleted has no marks", function()
  return marks("new.yaml") == 0
end)

io.stdout:write(done .. " steps in Neovim passed\n")
vim.cmd("qall!")
