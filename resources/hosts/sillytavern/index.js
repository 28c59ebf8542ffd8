// memdesk for SillyTavern: puts the user's long-term memory into the prompt of every generation.
//
// Needs memdesk's HTTP door (`memdesk serve --http`) with this page's origin allowed, and the token
// that `memdesk where --token` prints, pasted once into the settings of this extension. Whatever
// goes wrong here, the chat goes on without a memory.

const NAME = "memdesk"
const URL_OF_MEMDESK = "__MEMDESK_HTTP__"
const MILLISECONDS = 3000

// SillyTavern's numbers for where an extension's text goes, and as whom.
const IN_PROMPT = 0
const IN_CHAT = 1
const SYSTEM = 0
const USER = 1

function context() {
    return globalThis.SillyTavern.getContext()
}

function settings() {
    const all = context().extensionSettings
    all[NAME] ??= { url: URL_OF_MEMDESK, token: "", role: "" }
    return all[NAME]
}

async function fetchLayers() {
    const { url, token, role } = settings()
    const params = new URLSearchParams({ host: "sillytavern" })
    const chat = context().chatId
    if (chat) params.set("session", String(chat))
    if (role) params.set("role", role)
    const reply = await fetch(`${url.replace(/\/+$/, "")}/block?${params}`, {
        headers: { Authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(MILLISECONDS),
    })
    if (!reply.ok) throw new Error(`memdesk answers ${reply.status}`)
    return (await reply.json()).layers
}

function put({ system, runtime, tail }) {
    const { setExtensionPrompt } = context()
    const early = [system, tail].filter(Boolean).join("\n\n")
    setExtensionPrompt(`${NAME}_system`, early, IN_PROMPT, 0, false, SYSTEM)
    // Depth 1: right before the user's last message.
    setExtensionPrompt(`${NAME}_runtime`, runtime, IN_CHAT, 1, false, USER)
}

// SillyTavern waits for this before it builds a prompt; the manifest names it.
globalThis.memdeskInterceptor = async function () {
    try {
        put(await fetchLayers())
    } catch (error) {
        console.warn("memdesk: the chat goes on without a memory:", error)
        put({ system: "", runtime: "", tail: "" })
    }
}

function showSettings() {
    const parent = document.getElementById("extensions_settings2")
    if (!parent) return
    const box = document.createElement("div")
    const title = document.createElement("b")
    title.textContent = NAME
    box.append(title)
    for (const [name, label, type] of [
        ["url", "memdesk's address", "text"],
        ["token", "Token (memdesk where --token)", "password"],
        ["role", "Role whose own memories count; may be empty", "text"],
    ]) {
        const line = document.createElement("label")
        const input = document.createElement("input")
        line.textContent = label
        input.type = type
        input.className = "text_pole"
        input.value = settings()[name]
        input.addEventListener("input", () => {
            settings()[name] = input.value.trim()
            context().saveSettingsDebounced()
        })
        line.append(input)
        box.append(line)
    }
    parent.append(box)
}

if (globalThis.document) showSettings()
