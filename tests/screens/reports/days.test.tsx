/** Days that are typed, the axis of a picture, and the funnel's first visit. docs/rules.md#reports */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { callsBinding } from '../../../src/contract/reports/calls.ts'
import { callsSchema } from '../../../src/domain/reports/calls.ts'
import { openApp } from '../support/app.tsx'
import { answersBrokerReport, BROKER_REPORT, leadLinks, report } from '../support/broker-report.ts'
import { answersAllReads, exampleOf } from '../support/contract-answers.ts'

const field = (name: string) => report.getByRole('textbox', { name: `Data de criação: ${name}` })
const filter = () => userEvent.click(report.getByRole('button', { name: 'Filtrar', exact: true }))

async function type(name: string, day: string, key = '{Tab}'): Promise<void> {
  await field(name).fill(day)
  await userEvent.keyboard(key)
}

test('days of the address that are no period are reported', async () => {
  await openApp(`${BROKER_REPORT}?de=2026-11-05&ate=2026-11-01`, { role: 2, script: answersBrokerReport })
  await expect
    .element(
      report.getByText(
        /O período começa em 05\/11\/2026, depois de terminar em 01\/11\/2026\. O relatório mostra /,
      ),
    )
    .toBeVisible()
})

test('a typed day that does not exist is reported, and asks for nothing', async () => {
  const { peer } = await openApp(BROKER_REPORT, { role: 2, script: answersBrokerReport })
  await expect.element(leadLinks.first()).toBeVisible()
  await type('até', '30/11/26')
  await type('de', '2/11/26')
  await expect.element(field('de')).toHaveValue('02/11/2026')
  await filter()
  await expect.poll(() => window.location.search).toMatch(/de=2026-11-02.*ate=2026-11-30/)
  await expect.poll(() => peer.asked.at(-1)?.query.get('date_end')).toBe('2026-11-30')
  await type('até', '31/02/26', '{Enter}')
  await expect.element(report.getByText('Data inválida: 31/02/26')).toBeVisible()
  await userEvent.keyboard('{Tab}')
  await expect.element(field('até')).toHaveValue('30/11/2026')
  await type('de', '3/12/2026')
  await expect.element(report.getByText('O período começa em 03/12/2026')).toBeVisible()
  await filter()
  expect(window.location.search).toContain('de=2026-11-02')
})

test('an axis of counts repeats no number, and no value lies over the title', async () => {
  const answer = callsSchema.parse(exampleOf(callsBinding.route))
  // One lead in the first bar: it is as high as the axis, which has room for halves.
  const times = answer.times.map((bar, place) => ({ ...bar, leads: place === 0 ? 1 : 0 }))
  await openApp('/relatorio-ligacoes', {
    role: 2,
    script: (peer) => {
      answersAllReads(peer)
      peer.answers(callsBinding.route, { ...answer, times })
    },
  })
  const picture = page.getByRole('figure', { name: /^Leads por tempo até a 1ª ligação/ })
  await expect.element(picture).toBeVisible()
  const label = () => picture.element().querySelector('.recharts-label-list text')
  await expect.poll(() => label()?.textContent).toBe('1')
  const title = picture.getByRole('heading').element().getBoundingClientRect()
  expect(label()?.getBoundingClientRect().top).toBeGreaterThanOrEqual(title.bottom)
  const ticks = [...picture.element().querySelectorAll('.recharts-yAxis-tick-labels text')].map(
    ({ textContent }) => textContent,
  )
  expect(ticks.length).toBeGreaterThan(1)
  expect(ticks).toEqual([...new Set(ticks)])
})

test("Funil's first visit shows this month of the user's own leads, and eleven empty places", async () => {
  await openApp('/funnel-charts', { script: answersAllReads })
  await expect
    .element(page.getByRole('button', { name: /^Funil principal: .+ · 01\/\d\d\/\d{4} a \d\d\/\d\d\/\d{4}/ }))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Funil \d+: criar$/ })).toHaveLength(11)
  const first = page.getByRole('textbox', { name: 'Data inicial' })
  await expect.poll(() => first.element().getAttribute('value')).toMatch(/^01\//)
})
