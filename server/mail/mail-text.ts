/**
 * Reads the files that the folder transport writes: who gets a mail, its subject, and every text in it with its sheets.
 * It reads what nodemailer writes and is no parser for mails of others. docs/rules.md#mail-files
 */
import { readXlsx } from 'hucre/xlsx'
import { XLSX } from '../../src/contract/xlsx.ts'

interface Part {
  /** Lower case, unfolded, as written. */
  readonly headers: ReadonlyMap<string, string>
  /** One sign a byte. */
  readonly body: string
}

function partOf(text: string): Part {
  const end = text.indexOf('\n\n')
  const head = end < 0 ? text : text.slice(0, end)
  const lines = head.replaceAll(/\n[ \t]+/g, ' ').split('\n')
  const headers = lines.flatMap((line): [string, string][] => {
    const colon = line.indexOf(':')
    return colon < 0 ? [] : [[line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]]
  })
  return { headers: new Map(headers), body: end < 0 ? '' : text.slice(end + 2) }
}

const quotedBytes = (text: string) =>
  Buffer.from(
    text
      .replaceAll(/=[ \t]*\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  )

/** '=?UTF-8?Q?Relat=C3=B3rio?=' as a person reads it. */
function words(header: string): string {
  const joined = header.replaceAll(/\?=\s+=\?/g, '?==?')
  return joined.replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, way: string, text: string) =>
    way.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString('utf8')
      : quotedBytes(text.replaceAll('_', ' ')).toString('utf8'),
  )
}

const asText = (message: Buffer) => message.toString('latin1').replaceAll('\r\n', '\n')

function bytesOf({ headers, body }: Part): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  return encoding === 'quoted-printable' ? quotedBytes(body) : Buffer.from(body, 'latin1')
}

async function sheetTexts(bytes: Buffer): Promise<string> {
  const { sheets } = await readXlsx(bytes)
  return sheets
    .flatMap(({ name, rows }) => [name, ...rows.flatMap((row) => row.map((cell) => String(cell ?? '')))])
    .join('\n')
}

/** The text of a part and of the parts in it. Throws for an attachment that it cannot read. */
async function partTexts(part: Part): Promise<string> {
  const type = part.headers.get('content-type') ?? 'text/plain'
  const heads = [...part.headers.values()].map(words).join('\n')
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary !== undefined) {
    const [, ...inner] = part.body.split(`--${boundary}`)
    const texts = [heads]
    for (const each of inner)
      if (!each.startsWith('--')) texts.push(await partTexts(partOf(each.replace(/^\s*\n/, ''))))
    return texts.join('\n')
  }
  if (type.startsWith('image/')) return heads
  if (type.startsWith('text/')) return `${heads}\n${bytesOf(part).toString('utf8')}`
  if (type.startsWith(XLSX)) return `${heads}\n${await sheetTexts(bytesOf(part))}`
  throw new Error(`a mail with an attachment of the type ${type}`)
}

/** Every text of a mail, decoded, with the cells of its sheets. Throws for a file that it cannot read whole. */
export const mailTexts = (message: Buffer): Promise<string> => partTexts(partOf(asText(message)))

/** Reads the first bytes of a file. What a broken file lacks is empty. */
export function mailHead(bytes: Buffer): { readonly recipient: string; readonly subject: string } {
  const { headers } = partOf(asText(bytes))
  const header = (name: string) => words(headers.get(name) ?? '')
  return { recipient: header('to'), subject: header('subject') }
}
