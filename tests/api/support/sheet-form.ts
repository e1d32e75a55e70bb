/** The form that sends a spreadsheet with what is chosen for all of its lines. */
import type { InjectOptions } from 'fastify'

const BOUNDARY = 'limite-do-formulario'

interface SheetForm {
  readonly url: string
  readonly fields: Readonly<Record<string, string | number>>
  readonly file: { readonly name: string; readonly content: string | Uint8Array }
}

export function sheetForm(
  { url, fields, file }: SheetForm,
  token: string,
): InjectOptions & { readonly method: 'POST'; readonly url: string } {
  const head = (disposition: string) =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`
  const parts = Object.entries(fields).map(([name, value]) => `${head(`name="${name}"`)}${value}\r\n`)
  return {
    method: 'POST',
    url,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    payload: Buffer.concat([
      Buffer.from(parts.join('')),
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${file.name}"\r\n` +
          'content-type: application/octet-stream\r\n\r\n',
      ),
      Buffer.from(file.content),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
  }
}

/** The form with its Idempotency-Key; without one as it is. */
export const withKey = (form: ReturnType<typeof sheetForm>, key: string | undefined): typeof form =>
  key === undefined ? form : { ...form, headers: { ...form.headers, 'idempotency-key': key } }
