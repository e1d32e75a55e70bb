/** Days of a report can be typed, and days that are no period are reported and change nothing. docs/rules.md#reports */
import { expect, test } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'
import { openApp } from '../support/app.tsx'
import { answersBrokerReport, BROKER_REPORT, report } from '../support/broker-report.ts'

const from = report.getByRole('textbox', { name: 'Data de criação: de' })
const to = report.getByRole('textbox', { name: 'Data de criação: até' })
const filter = () => userEvent.click(report.getByRole('button', { name: 'Filtrar', exact: true }))

async function type(field: Locator, text: string, key: string): Promise<void> {
  await userEvent.fill(field, text)
  await userEvent.keyboard(key)
}

test('days of the address that are no period are named, and others are typed in their place', async () => {
  await openApp(`${BROKER_REPORT}?de=2026-11-05&ate=2026-11-01`, {
    role: 2,
    script: (peer) => answersBrokerReport(peer),
  })
  await expect
    .element(report.getByRole('status').first())
    .toMatchTextContent(
      'O período começa em 05/11/2026, depois de terminar em 01/11/2026. O relatório mostra ',
    )
  await type(to, '30/11/26', '{Tab}')
  await type(from, '2/11/26', '{Tab}')
  await expect.element(from).toHaveValue('02/11/2026')
  await filter()
  await expect.poll(() => window.location.search).toMatch(/de=2026-11-02.*ate=2026-11-30/)
  // A day that does not exist is reported, and the form is not sent with the previous value.
  const wrong = report.getByText('Data inválida: 31/02/26')
  await type(to, '31/02/26', '{Enter}')
  await expect.element(wrong).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(to).toHaveValue('30/11/2026')
  await expect.element(wrong).toBeVisible()
  await type(from, '3/12/2026', '{Tab}')
  await expect.element(report.getByText(/^O período começa em 03\/12\/2026/)).toBeVisible()
  await filter()
  expect(window.location.search).toMatch(/de=2026-11-02/)
})
