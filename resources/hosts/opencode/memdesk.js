// memdesk for opencode: puts the user's long-term memory into the system prompt.
//
// Written by `memdesk connect opencode --write`, taken away by `memdesk connect opencode --remove`.
// The block is fetched once a session and stays the same, byte for byte, until the conversation is
// compacted: providers cache a prompt by its beginning. Whatever goes wrong here, the chat goes on
// without a memory.

import { execFile } from "node:child_process"
import { createConnection } from "node:net"

const COMMAND = "__MEMDESK_COMMAND__"
const SOCKET = "__MEMDESK_SOCKET__"
const HOST = "opencode"
const LIMIT = 9500
const SOCKET_MILLISECONDS = 2000
const COMMAND_MILLISECONDS = 8000

/** Ask the running server of memdesk: one request and one answer, a line of JSON each. */
function askServer(params) {
  return new Promise((resolve, reject) => {
    const address = process.env.MEMDESK_SOCKET || SOCKET
    const stream = createConnection(address)
    let received = ""
    stream.setEncoding("utf8")
    stream.setTimeout(SOCKET_MILLISECONDS, () => stream.destroy(new Error("no answer in time")))
    stream.on("error", reject)
    stream.on("close", () => reject(new Error("the connection closed")))
    stream.on("connect", () => {
      stream.write(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "block", params }) + "\n")
    })
    stream.on("data", (piece) => {
      received += piece
      const end = received.indexOf("\n")
      if (end < 0) return
      try {
        const reply = JSON.parse(received.slice(0, end))
        if (reply.error) reject(new Error(reply.error.message))
        else resolve(reply.result)
      } catch (error) {
        reject(error)
      }
      stream.destroy()
    })
  })
}

/** No server runs: the command opens the bank itself and prints the same reply. */
function askCommand(params) {
  const flags = ["--json", "--host", HOST, "--limit", String(params.limit)]
  if (params.session) flags.push("--session", params.session)
  if (params.workspace) flags.push("--workspace", params.workspace)
  if (params.refresh) flags.push("--refresh")
  return new Promise((resolve, reject) => {
    const options = { timeout: COMMAND_MILLISECONDS, maxBuffer: 8 * 1024 * 1024, windowsHide: true }
    execFile(COMMAND[0], [...COMMAND.slice(1), ...flags], options, (error, output) => {
      if (error) return reject(error)
      try {
        resolve(JSON.parse(output))
      } catch (failed) {
        reject(failed)
      }
    })
  })
}

async function fetchBlock(params) {
  let reply
  try {
    reply = await askServer(params)
  } catch (error) {
    // Only where nobody listens: a server that refuses has its reasons.
    if (error.code !== "ENOENT" && error.code !== "ECONNREFUSED") throw error
    reply = await askCommand(params)
  }
  return [reply.layers.system, reply.layers.tail].filter(Boolean)
}

// The one export: opencode takes every export of a file for a plugin.
export const Memdesk = async ({ directory }) => {
  const blocks = new Map()
  const compacted = new Set()

  function blockOf(session) {
    if (!blocks.has(session)) {
      const params = { host: HOST, layers: ["system", "tail"], limit: LIMIT }
      if (directory) params.workspace = directory
      if (session) params.session = session
      if (compacted.delete(session)) params.refresh = true
      const fetching = fetchBlock(params).catch((error) => {
        blocks.delete(session) // the next turn tries again
        console.error(`memdesk: ${error.message}`)
        return []
      })
      blocks.set(session, fetching)
    }
    return blocks.get(session)
  }

  return {
    event: async ({ event }) => {
      const session = event?.properties?.sessionID ?? event?.properties?.info?.id
      if (event?.type === "session.compacted") {
        compacted.add(session)
        blocks.delete(session)
      } else if (event?.type === "session.deleted") {
        compacted.delete(session)
        blocks.delete(session)
      }
    },
    "experimental.chat.system.transform": async (input, output) => {
      output.system.push(...(await blockOf(input?.sessionID)))
    },
  }
}
