/** What is told of the lead under its name. docs/rules.md#my-day */
import { expect, test } from 'vitest'
import { clients, leads, now, opened, shown } from '../support/day.ts'

const PHONE = '(31) 98877-6651'

/** The lines over which the text is spread. */
function linesOf(root: Element, text: string): number {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const start = node.textContent?.indexOf(text) ?? -1
    if (start < 0) continue
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, start + text.length)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  }
  return 0
}

test('the phone is never broken over two lines, whatever stands before it', async () => {
  await opened({
    leads: (user) =>
      leads(user).map((lead) => ({ ...lead, client_cellphone: '31988776651', client_phone: '' })),
    clients: clients.map((client) => ({ ...client, cellphone: '31988776651', phone: '' })),
  })
  await shown('Ana Souza')
  const facts = now.getByText(PHONE).element().closest('p')
  if (facts === null) throw new Error('no facts')
  for (let width = 160; width <= 480; width += 4) {
    facts.style.width = `${width}px`
    expect([width, linesOf(facts, PHONE)]).toEqual([width, 1])
  }
})
