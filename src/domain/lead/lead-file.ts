/** The PDF that a lead carries: docs/rules.md#files. */

export const NOT_A_PDF = 'Formato de arquivo inválido! Somente arquivos PDF'
/** Kept on the device; said before the server has it. */
export const FILE_QUEUED = 'Arquivo na fila de envio'
/** The server has joined it to its lead. */
export const FILE_SENT = 'Arquivo enviado com sucesso'
export const FILE_NOT_SENT = 'Erro ao enviar arquivo'

/** Where the file of a lead is; what was refused waits for the user. */
export type FileState = 'none' | 'queued' | 'refused' | 'sent'

export const FILE_STATE_WORDS: Readonly<Record<FileState, string>> = {
  none: '',
  queued: 'PDF na fila de envio',
  refused: FILE_NOT_SENT,
  sent: 'PDF anexado',
}

export const PDF_TYPE = 'application/pdf'

/** The end mark may be followed by a few bytes: readers look for it in the last kilobyte. */
const TAIL = 1024

const ascii = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** Judged by what it holds, never by its name or by what the sender calls it. */
export function isPdf(bytes: Uint8Array): boolean {
  return ascii(bytes.subarray(0, 5)) === '%PDF-' && ascii(bytes.subarray(-TAIL)).includes('%%EOF')
}

/** What the download is saved as. */
export const leadFileName = (leadId: number) => `${leadId} OF.pdf`

/** What a form takes; a server may be configured for less and then says so. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024
export const FILE_TOO_LARGE = 'O arquivo é grande demais: o limite é de 10 MB'
