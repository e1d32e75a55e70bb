/** An .xlsx file of one table, on the server and in the browser. */

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

/**
 * Returns the text as a program shows it that reads `_xHHHH_` as a sign, as Excel does. The library writes '#N/A' and the
 * other errors of Excel as errors unless they begin with such a sign. U+FFFE and U+FFFF are in no XML.
 */
export const sheetText = (text: string): string =>
  text
    .replaceAll(/[\ufffe\uffff]/g, '')
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/^#(?=[A-Z\d/_]+[!?]?$)/, '_x0023_')

/** Returns the file's bytes. The head stays in sight, and each column filters. */
export async function sheetFile({ name, columns, rows }: Sheet): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded at the first file: the writer weighs more than a report's screen.
  const { writeXlsx } = await import('hucre/xlsx')
  const file = await writeXlsx({
    sheets: [
      {
        name: sheetName(name),
        columns: columns.map(({ width = 20 }) => ({ width })),
        rows: [
          columns.map(({ label }) => label),
          ...rows.map((row) => row.map((value) => (typeof value === 'string' ? sheetText(value) : value))),
        ],
        freezePane: { rows: 1 },
      },
    ],
  })
  return new Uint8Array(file)
}

const dayInName = (day: string) => day.split('-').toReversed().join('_')

/** 'auditoria_01_11_2026_30_11_2026.xlsx': the days of the filter, else `today`. Days are YYYY-MM-DD. */
export function sheetFileName(
  subject: string,
  { from, to, today }: { from?: string | undefined; to?: string | undefined; today: string },
): string {
  const days = [...new Set([from, to].filter((day) => day !== undefined))]
  return `${[subject, ...(days.length === 0 ? [today] : days).map(dayInName)].join('_')}.xlsx`
}
