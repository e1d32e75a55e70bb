/** The PDF that a lead carries: first text, sections 5 'Lead save' and 8. */

export const NOT_A_PDF = 'Formato de arquivo inválido! Somente arquivos PDF'
export const FILE_SENT = 'Arquivo enviado com sucesso'
export const FILE_NOT_SENT = 'Erro ao enviar arquivo'

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
