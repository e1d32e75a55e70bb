/** The PDF of a lead: docs/rules.md#files. */

export const NOT_A_PDF = 'Formato de arquivo inválido! Somente arquivos PDF'
/** Shown while the file is stored on the device and the server does not have it yet. */
export const FILE_QUEUED = 'Arquivo na fila de envio'
/** Shown when the server has attached the file to its lead. */
export const FILE_SENT = 'Arquivo enviado com sucesso'
export const FILE_NOT_SENT = 'Erro ao enviar arquivo'

/** Where the file of a lead is. A refused file waits for the user. */
export type FileState = 'none' | 'queued' | 'refused' | 'sent'

export const FILE_STATE_WORDS: Readonly<Record<FileState, string>> = {
  none: '',
  queued: 'PDF na fila de envio',
  refused: FILE_NOT_SENT,
  sent: 'PDF anexado',
}

export const PDF_TYPE = 'application/pdf'

/** Readers of PDFs look for its beginning in the first kilobyte: mail programs and scanners put lines before it. */
const BEFORE = 1024

const ascii = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

const HEADER = '%PDF-'
const END = Array.from('%%EOF', (sign) => sign.charCodeAt(0))
/** A byte order mark, and blanks. */
const BLANK = /^(?:\u00ef\u00bb\u00bf)?[\s\0]*/u

const hasEnd = (bytes: Uint8Array, from: number) => {
  for (let at = bytes.lastIndexOf(37); at >= from; at = at === 0 ? -1 : bytes.lastIndexOf(37, at - 1))
    if (END.every((byte, place) => bytes[at - 1 + place] === byte)) return true
  return false
}

/** Whether a file begins as a PDF, perhaps behind blanks. */
export const hasPdfHeader = (bytes: Uint8Array): boolean =>
  ascii(bytes.subarray(0, BEFORE + HEADER.length))
    .replace(BLANK, '')
    .startsWith(HEADER)

/** A page or an archive may have a PDF in its first kilobyte, and is none. */
const OTHER_KIND = /^(?:<|PK)/u

/**
 * Whether the bytes are a PDF: up to a kilobyte before its header, and any after its end marker. Neither the file's name nor
 * its declared type counts.
 */
export function isPdf(bytes: Uint8Array): boolean {
  const begin = ascii(bytes.subarray(0, BEFORE + HEADER.length))
  const header = begin.indexOf(HEADER)
  return header >= 0 && !OTHER_KIND.test(begin.replace(BLANK, '')) && hasEnd(bytes, header)
}

/** Returns the file name of the download. */
export const leadFileName = (leadId: number) => `${leadId} OF.pdf`

/** Largest file that a form accepts. A server may be configured for less, and then refuses it. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024
export const FILE_TOO_LARGE = 'O arquivo é grande demais: o limite é de 10 MB'
