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

/** A few bytes may follow the end mark: readers look for it in the last kilobyte. */
const TAIL = 1024

const ascii = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** Whether the bytes are a PDF. Neither the file's name nor its declared type counts. */
export function isPdf(bytes: Uint8Array): boolean {
  return ascii(bytes.subarray(0, 5)) === '%PDF-' && ascii(bytes.subarray(-TAIL)).includes('%%EOF')
}

/** Returns the file name of the download. */
export const leadFileName = (leadId: number) => `${leadId} OF.pdf`

/** Largest file that a form accepts. A server may be configured for less, and then refuses it. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024
export const FILE_TOO_LARGE = 'O arquivo é grande demais: o limite é de 10 MB'
