/** What a referrer with login has: the bell, the choice of mails, and a dealership's month. docs/rules.md#receipt */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { receiptMailsRoute, receiptNewsRoute, setReceiptMailsRoute } from '../../src/contract/receipt.ts'
import { bindingOf } from '../../src/contract/reports/report-binding.ts'
import dealershipMonth, {
  type DealershipMonth,
  type MonthRow,
} from '../../src/domain/reports/plain/dealership-month.ts'
import { openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'
import { cutNetwork } from './support/network.ts'

const UID = '0190f3c4-0000-7000-8000-000000000001'
const FOLLOWED = {
  uid: UID,
  client_uid: '0190f3c4-0000-7000-8000-000000000002',
  id: 1522,
  client_name: 'Zilda Prado',
  by_link: false,
  steps: [
    { step: 'received' as const, at: '2026-11-18T11:00:00.000Z', text: 'Recebida' },
    { step: 'contacted' as const, at: '2026-11-18T12:00:00.000Z', text: 'Primeiro contato em 1\u00A0h' },
  ],
}
const row = (inviter_id: number | null, inviter_name: string, part: number): MonthRow => ({
  inviter_id,
  inviter_name,
  indicated: 4 * part,
  contacted: 3 * part,
  first_contact_time: 4500,
  quoted: 2 * part,
  closed: part,
  not_closed: part,
})
const MONTH: DealershipMonth = {
  as_of: '2026-11-18T12:00:00.000Z',
  workday: 36_000,
  summaryReport: [row(11, 'Vera Vendas', 2), row(12, 'Otávio Lima', 1)],
  total: row(null, 'Total', 3),
  data: [],
  meta: { total: 0 },
}
const choice = page.getByRole('switch', { name: 'Receber o andamento das minhas indicações por e-mail' })

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the choice of mails is switched on and off', async () => {
    let on = false
    await openApp('/profile', {
      ...look,
      role: 5,
      script: (peer) => {
        peer.answersBy(receiptMailsRoute, () => ({ on }))
        peer.answersBy(setReceiptMailsRoute, ({ body }) => {
          on = setReceiptMailsRoute.body.parse(body).on
          return { on }
        })
      },
    })
    await expect.element(choice).not.toBeChecked()
    await isInOrder('the profile of a referrer')
    if (look.width !== 'desk') await hasTargetsForThumbs('the profile of a referrer')
    await userEvent.click(choice)
    await expect.element(choice).toBeChecked()
    await expect.poll(() => on).toBe(true)
    await userEvent.click(choice)
    await expect.poll(() => on).toBe(false)
  })

  test("a dealership's month shows how many, how soon and how many closed, by who indicated", async () => {
    const { peer } = await openApp('/relatorio-mes-concessionaria', {
      ...look,
      role: 4,
      script: (scripted) => scripted.answersBy(bindingOf(dealershipMonth).route, () => MONTH),
    })
    await expect.element(page.getByText('Vera Vendas').first()).toBeVisible()
    await expect.element(page.getByText(/1 h 15 min/).first()).toBeVisible()
    await isInOrder('the month')
    if (look.width === 'phone') await hasTargetsForThumbs('the month')
    cutNetwork(peer)
    await expect.element(page.getByText('Vera Vendas').first()).toBeVisible()
  })
})

test('the bell tells a referrer what its indications reached, and not the indication itself', async () => {
  await openApp('/', {
    role: 6,
    script: (peer) => peer.answersBy(receiptNewsRoute, () => ({ data: [FOLLOWED] })),
  })
  await userEvent.click(page.getByRole('button', { name: /^Avisos/ }))
  await expect.element(page.getByText('Primeiro contato em 1 h', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Lead 1522 · Zilda Prado')).toBeVisible()
  expect(page.getByText('Recebida', { exact: true }).elements()).toEqual([])
})
