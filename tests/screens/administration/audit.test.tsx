/** 'Auditoria': who changed what, its filters in the address, and its sheet. docs/rules.md#audit */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AuditEntry, auditExportRoute, auditRoute } from '../../../src/contract/administration/audit.ts'
import { type Opening, openApp } from '../support/app.tsx'
import { savedFiles } from '../support/downloads.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS } from '../support/looks.ts'

const entry = (id: number, changes: Partial<AuditEntry>): AuditEntry => ({
  id,
  at: '2026-11-18T12:30:00.000Z',
  user: { id: 2, name: 'Gustavo Prado' },
  action: 'update',
  entity: 'settings',
  entity_id: null,
  subject: null,
  before: { time_to_capture_lead: 1 },
  after: { time_to_capture_lead: 2.5 },
  ...changes,
})
const ENTRIES = [entry(2, {}), entry(1, { action: 'sign_in', entity: 'sessions', before: null, after: null })]

const changed = page.getByRole('row', { name: /Tempo para capturar/ })
const exporting = page.getByRole('button', { name: 'Exportar' })

const openAudit = (opening: Opening = {}) =>
  openApp('/auditoria', {
    ...opening,
    role: 1,
    script: (peer) =>
      peer.answersBy(auditRoute, ({ query }) => {
        const data = ENTRIES.filter(({ action }) => (query.get('action') ?? action) === action)
        return { data, meta: { total: data.length } }
      }),
  })

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the audit is in order, with targets for thumbs where there are thumbs', async () => {
    await openAudit(look)
    await expect.element(page.getByText(/1 → 2,5$/)).toBeVisible()
    await isInOrder('/auditoria')
    if (look.width !== 'desk') await hasTargetsForThumbs('/auditoria')
  })
})

test('an entry tells who changed which setting from what to what', async () => {
  await openAudit()
  await expect.element(changed).toMatchTextContent(/Gustavo Prado.*Alterou.*1 → 2,5/)
})

test('a filter by action leaves the other entries out, and its address keeps it', async () => {
  await openAudit()
  await expect.element(changed).toBeVisible()
  await userEvent.click(page.getByRole('combobox', { name: 'Ação' }))
  await userEvent.click(page.getByRole('option', { name: 'Entrou' }))
  await expect.element(changed).not.toBeInTheDocument()
  await expect.poll(() => window.location.search).toBe('?acao=sign_in')
})

test("'Hoje' is the new day on a screen that stays open past midnight", async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await openAudit({ now: '2026-11-18T23:58:00' })
  await expect.element(changed).toBeVisible()
  vi.advanceTimersByTime(5 * 60_000)
  await userEvent.click(page.getByRole('button', { name: 'Período: períodos' }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Hoje' }))
  await expect.element(page.getByLabelText('Período: de')).toHaveValue('19/11/2026')
})

test('the sheet is saved under its name, and a failed one is reported', async () => {
  const files = savedFiles()
  const { peer } = await openAudit()
  peer.answers(auditExportRoute, new Blob(['PK']))
  await userEvent.click(exporting)
  await expect.element(page.getByText('Fazendo Download do arquivo...')).toBeVisible()
  await expect.poll(() => files[0]?.name).toMatch(/^auditoria_\d\d_\d\d_\d{4}\.xlsx$/)
  peer.losesAnswer(auditExportRoute)
  await userEvent.click(exporting)
  await expect.element(page.getByText(/^Erro ao Fazer Download do Arquivo/)).toBeVisible()
  expect(files).toHaveLength(1)
})
