/**
 * Refuses a command that no device makes: too deep, too many keys, too much text, or characters that the database can't
 * store. It runs before recursive code and the database: docs/sync-protocol.md#push-exactly-once-in-order-nothing-lost.
 */
import type { CommandRequest } from './command-request.ts'

const MAX_NAME = 64
const MAX_DEPTH = 20
/** Fields of objects and items of lists together. */
const MAX_KEYS = 2000
/** UTF-16 units of all texts and keys together. */
const MAX_TEXT = 256 * 1024

const NAME_TOO_LONG = 'O tipo deste pedido tem um nome longo demais.'
const DEPENDS_TOO_LONG = 'A chave do pedido anterior é longa demais.'
const TOO_DEEP = 'Os dados deste pedido têm níveis demais.'
const TOO_MANY_KEYS = 'Os dados deste pedido têm campos demais.'
const TOO_MUCH_TEXT = 'Os dados deste pedido são grandes demais.'
const NO_TEXT = 'Os dados deste pedido têm caracteres que não podem ser guardados.'

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const isText = (text: string) => text.isWellFormed() && !text.includes('\0')

/** Returns the reason as a sentence for the user; null: the command is fit. It reads no further than the limits. */
export function unfitCommand(
  request: Pick<CommandRequest, 'command' | 'dependsOn' | 'occurredAt' | 'base' | 'args'>,
): string | null {
  if (request.command.length > MAX_NAME) return NAME_TOO_LONG
  if ((request.dependsOn ?? '').length > MAX_NAME) return DEPENDS_TOO_LONG
  const { command, dependsOn, occurredAt, base, args } = request
  return unfitValues([command, dependsOn, occurredAt, base, args])
}

function unfitValues(values: readonly unknown[]): string | null {
  const waiting = values.map((value) => ({ value, depth: 0 }))
  let keys = 0
  let text = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') {
      text += value.length
      if (text > MAX_TEXT) return TOO_MUCH_TEXT
      if (!isText(value)) return NO_TEXT
    } else if (typeof value === 'object' && value !== null) {
      if (depth >= MAX_DEPTH) return TOO_DEEP
      const entries = Object.entries(value)
      keys += entries.length
      if (keys > MAX_KEYS) return TOO_MANY_KEYS
      for (const [key, inner] of entries) {
        if (!Array.isArray(value)) waiting.push({ value: key, depth })
        waiting.push({ value: inner, depth: depth + 1 })
      }
    }
  }
  return null
}
