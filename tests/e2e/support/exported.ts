/** A sheet that a button of a report saves. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { readXlsx } from 'hucre/xlsx'

/** Lines above the columns of each sheet. */
const ABOVE = 3

export async function exported(page: Page, report: Locator, button: string) {
  const saving = page.waitForEvent('download')
  await report.getByRole('button', { name: button }).click()
  const file = await saving
  const { sheets } = await readXlsx(await readFile(await file.path()))
  const rows = sheets[0]?.rows ?? []
  const above = rows.slice(0, ABOVE).map(([line]) => String(line))
  return { name: file.suggestedFilename(), above, rows: rows.slice(ABOVE) }
}
