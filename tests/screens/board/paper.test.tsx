/** The board on paper: docs/rules.md#printed-board */
import { expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { aLead } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { cutNetwork } from '../support/network.ts'
import { CLIENT, ownLead } from '../support/own-lead.ts'

const COUNT = 120
const leads = Array.from({ length: COUNT }, (_, place) =>
  aLead({
    uid: `other-${place}`,
    id: 1000 + place,
    client_uid: `client-${place}`,
    client_name: `Cliente ${place}`,
    client_cellphone: '31988776650',
    channel_id: 8,
  }),
)
const button = page.getByRole('button', { name: 'Imprimir a lista' })

/** What is on paper at each call of the browser's print. */
function printed() {
  const sheets: { readonly title: string; readonly words: string; readonly rows: readonly string[] }[] = []
  vi.spyOn(window, 'print').mockImplementation(() => {
    const paper = document.querySelector('[aria-label="Lista impressa"]')
    sheets.push({
      title: paper?.querySelector('h1')?.textContent ?? '',
      words: paper?.querySelector('p')?.textContent ?? '',
      rows: [...(paper?.querySelectorAll('tbody tr') ?? [])].map((row) => row.textContent),
    })
  })
  return sheets
}

test('the button prints each lead of the list once, without a network, and the screen has no paper afterwards', async () => {
  const sheets = printed()
  const { peer } = await openApp('/', { leads })
  await expect.element(button).toBeEnabled()
  cutNetwork(peer)
  await userEvent.click(button)
  await expect.poll(() => sheets.length).toBe(1)
  expect(sheets[0]?.title).toBe('Origem')
  expect(sheets[0]?.words).toMatch(/^120 leads · Impresso por .+ em \d\d\/\d\d\/\d{4} \d\d:\d\d$/)
  expect(sheets[0]?.rows.length).toBe(COUNT)
  for (const { id, client_name } of leads)
    expect(sheets[0]?.rows.filter((row) => row.startsWith(`${id}${client_name}(31)`)).length).toBe(1)
  await expect.poll(() => document.querySelector('[aria-label="Lista impressa"]')).toBeNull()
})

test('a double tap on the button prints once', async () => {
  const sheets = printed()
  await openApp('/', { leads })
  await expect.element(button).toBeEnabled()
  await userEvent.dblClick(button)
  await expect.poll(() => sheets.length).toBeGreaterThan(0)
  await expect.poll(() => document.querySelector('[aria-label="Lista impressa"]')).toBeNull()
  await userEvent.keyboard('{Control>}p{/Control}')
  await expect.poll(() => sheets.length).toBe(2)
})

test('Ctrl+P prints the same, and twice in a row prints twice', async () => {
  const sheets = printed()
  await openApp('/', { leads })
  await expect.element(button).toBeEnabled()
  await userEvent.keyboard('{Control>}p{/Control}')
  await expect.poll(() => sheets.length).toBe(1)
  await userEvent.keyboard('{Control>}p{/Control}')
  await expect.poll(() => sheets.length).toBe(2)
  expect(sheets[1]).toEqual(sheets[0])
  expect(sheets[0]?.rows.length).toBe(COUNT)
})

test('paper has status and next duty, the list’s words, and no blank page', async () => {
  const sheets = printed()
  const { user } = await openApp('/', { clients: [CLIENT], leads: (own) => [ownLead(own), ...leads] })
  await userEvent.click(page.getByRole('tab', { name: /^Negociação/ }))
  await userEvent.click(button)
  await expect.poll(() => sheets.length).toBe(1)
  expect(sheets[0]?.title).toBe('Negociação')
  expect(sheets[0]?.rows).toHaveLength(1)
  expect(sheets[0]?.rows[0]).toMatch(new RegExp(`Negociação${user.name}(Prazo|Retorno|Agendar)`))

  await userEvent.click(page.getByRole('tab', { name: /^Origem/ }))
  await expect.element(page.getByRole('article', { name: 'Lead 1000', exact: true })).toBeVisible()
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  try {
    window.dispatchEvent(new Event('beforeprint'))
    const paper = document.querySelector('[aria-label="Lista impressa"]')
    const rows = paper?.querySelectorAll('tbody tr').length ?? 0
    expect(rows).toBeGreaterThan(0)
    // The browser's own menu prints what is read, and says so.
    expect(paper?.querySelector('p')?.textContent).toContain(`Os primeiros ${rows} leads de ${COUNT} leads`)
    expect(document.querySelector('[role="feed"]')?.getBoundingClientRect().height).toBe(0)
    expect(document.documentElement.scrollHeight).toBeLessThan(window.innerHeight + rows * 40)
  } finally {
    window.dispatchEvent(new Event('afterprint'))
    await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  }
})
