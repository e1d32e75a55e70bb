/** 'Funil de vendas' of a broker who has never been there. docs/rules.md#funnel */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { leadChartRoute } from '../../../src/contract/reports/funnel.ts'
import { funnelStages } from '../../../src/domain/reports/funnel.ts'
import { openApp } from '../support/app.tsx'
import { AS_OF } from '../support/broker-report.ts'

const STEPS = { called: 30, contacted: 28, quoted: 20, pague_menos: 1, seguro_conteudo: 1, backup_car: 2 }

test("the first visit shows this month of the user's own leads, and eleven empty places", async () => {
  const { peer, user } = await openApp('/funnel-charts', {
    script: (scripted) =>
      scripted.answers(leadChartRoute, {
        as_of: AS_OF,
        data: funnelStages({ ...STEPS, leads: 40, sold: 10 }),
      }),
  })
  const main = page.getByRole('button', { name: /^Funil principal: / })
  await expect
    .element(main)
    .toHaveAccessibleName(/^Funil principal: .+ · 01\/\d\d\/\d{4} a \d\d\/\d\d\/\d{4}/)
  await expect.element(page.getByRole('button', { name: /^Funil \d+: criar$/ })).toHaveLength(11)
  await expect
    .element(page.getByRole('textbox', { name: 'Data inicial' }))
    .toHaveValue(expect.stringMatching(/^01\//))
  const asked = () => peer.callsOf(leadChartRoute).map(({ query }) => Object.fromEntries(query))
  const own = {
    date_ini: expect.stringMatching(/-01$/),
    date_end: expect.any(String),
    broker_id: `${user.id}`,
  }
  await expect.poll(asked).toEqual([own])
})
