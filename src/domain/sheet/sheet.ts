/** An .xlsx file of one table, on the server and in the browser. */
import { writeXlsx } from 'hucre/xlsx'

export interface SheetColumn {
  readonly label: string
  /** In characters. */
  readonly width?: number
}

export interface Sheet {
  readonly name: string
  readonly columns: readonly SheetColumn[]
  /** In the order of the columns. */
  readonly rows: readonly (readonly (string | number | null)[])[]
}

/** Excel refuses longer names, and these signs. */
const LONGEST_NAME = 31
const REFUSED = /[[\]:*?/\\]/g

export const sheetName = (name: string) =>
  name.replaceAll(REFUSED, ' ').trim().slice(0, LONGEST_NAME) || 'Dados'

/** Returns the file's bytes. The head stays in sight, and each column filters. */
export async function sheetFile({ name, columns, rows }: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  const file = await writeXlsx({
    sheets: [
      {
        name: sheetName(name),
        columns: columns.map(({ width = 20 }) => ({ width })),
        rows: [columns.map(({ label }) => label), ...rows.map((row) => [...row])],
        freezePane: { rows: 1 },
      },
    ],
  })
  return new Uint8Array(file)
}
