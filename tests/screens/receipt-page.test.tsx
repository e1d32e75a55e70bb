/** The page of a receipt, and the codes that a sending shows. docs/rules.md#receipt */
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { NO_RECEIPT } from '../../src/domain/indication/receipt-steps.ts'
import styles from '../../src/indication-page/page.css?inline'
import { drop, enqueue, type Waiting } from '../../src/indication-page/queue.ts'
import { dropReceipt, keepReceipt, keepSent } from '../../src/indication-page/receipt/kept-receipts.ts'
import { ReceiptPage } from '../../src/indication-page/receipt/ReceiptPage.tsx'
import { Thanks } from '../../src/indication-page/Thanks.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS, type Look, lookAt } from './support/looks.ts'

const CODE = 'abcdefghjkmnpqrs'
const SHOWN = 'ABCD-EFGH-JKMN-PQRS'
const RECEIPT = {
  name: 'Zilda Prado',
  steps: [
    { step: 'received', at: '2026-11-10T12:00:00.000Z', text: 'Recebida' },
    { step: 'contacted', at: '2026-11-10T14:00:00.000Z', text: 'Primeiro contato em 2\u00A0h' },
  ],
  as_of: '2026-11-10T15:30:00.000Z',
  brokerage: { name: 'Lume Seguros', logo: null },
}
const WAITING: Waiting = {
  key: 'k1',
  label: 'Zilda Prado · Vida',
  queuedAt: 1,
  notBefore: 0,
  body: {},
  receipt: CODE,
  typed: null,
  limitedUntil: 0,
  renewed: false,
  problem: null,
}

async function mount(what: ReactNode, look: Look = {}) {
  await lookAt(look)
  const sheet = document.head.appendChild(document.createElement('style'))
  sheet.textContent = styles
  const place = document.body.appendChild(document.createElement('div'))
  const show = () => {
    const root = createRoot(place)
    root.render(what)
    return root
  }
  let root = show()
  onTestFinished(() => {
    root.unmount()
    place.remove()
    sheet.remove()
    localStorage.clear()
    vi.unstubAllGlobals()
    window.history.replaceState(null, '', window.location.pathname + window.location.search)
  })
  return () => {
    root.unmount()
    root = show()
  }
}

/** Null: no network. What is asked is in `asked`. */
function answers(answer: () => Response | null) {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push([path, init.body])
    const given = answer()
    return given === null ? Promise.reject(new TypeError('no network')) : Promise.resolve(given)
  })
  return asked
}
const gone = () => Response.json({ code: 'not_found', message: NO_RECEIPT }, { status: 404 })

const open = (look?: Look, hash = `#${SHOWN}`) => {
  window.history.replaceState(null, '', hash)
  return mount(<ReceiptPage />, look)
}
const lines = () => page.getByRole('list', { name: 'Andamento' }).getByRole('listitem')

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the line of life is in order, with targets for thumbs', async () => {
    const asked = answers(() => Response.json(RECEIPT))
    await open(look)
    await expect.element(page.getByRole('heading', { name: 'Zilda Prado' })).toBeVisible()
    await expect.element(lines().nth(1)).toMatchTextContent(/^Primeiro contato em 2 h10\/11\/2026/)
    expect(
      lines()
        .elements()
        .map((line) => line.hasAttribute('data-to-come')),
    ).toEqual([false, false, true, true])
    expect(asked[0]).toEqual(['/api/receipt', JSON.stringify({ code: CODE })])
    await isInOrder('the receipt')
    if (look.width !== 'desk') await hasTargetsForThumbs('the receipt')
  })

  test('what waits shows its code, and no link to a page that knows nothing of it yet', async () => {
    await mount(
      <main className="page">
        <h1>Indicação externa</h1>
        <Thanks sent={[WAITING]} queue={[WAITING]} onCorrect={() => {}} onAgain={() => {}} />
      </main>,
      look,
    )
    await expect.element(page.getByText(SHOWN)).toBeVisible()
    expect(page.getByRole('link', { name: /Abrir o recibo/ }).elements()).toHaveLength(0)
    await isInOrder('the thanks')
    if (look.width !== 'desk') await hasTargetsForThumbs('the thanks')
  })
})

test('without a network it shows what was known, with its time; the late answer replaces it', async () => {
  let network = true
  answers(() => (network ? Response.json(RECEIPT) : null))
  const reopen = await open()
  await expect.element(page.getByText(/^Como está agora/)).toBeVisible()
  network = false
  reopen()
  await expect
    .element(page.getByText('Sem conexão: mostramos como estava em 10/11/2026 12:30.', { exact: true }))
    .toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Zilda Prado' })).toBeVisible()
  network = true
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText(/^Como está agora/)).toBeVisible()
})

test('a code that opens nothing says one sentence, and what the device kept of it goes', async () => {
  let ended = false
  answers(() => (ended ? gone() : Response.json(RECEIPT)))
  const reopen = await open()
  await expect.element(page.getByRole('heading', { name: 'Zilda Prado' })).toBeVisible()
  ended = true
  reopen()
  await expect.element(page.getByRole('alert')).toHaveTextContent(NO_RECEIPT)
  expect(page.getByText('Zilda Prado').elements()).toEqual([])
  expect(Object.keys(localStorage).filter((key) => key.startsWith('farol_recibo_'))).toEqual([])
})

test('a page of somebody else that answers 404 ends nothing', async () => {
  let portal = false
  answers(() =>
    portal ? new Response('<html>Entre na rede</html>', { status: 404 }) : Response.json(RECEIPT),
  )
  const reopen = await open()
  await expect.element(page.getByRole('heading', { name: 'Zilda Prado' })).toBeVisible()
  portal = true
  reopen()
  await expect.element(page.getByText(/^Sem conexão: mostramos/)).toBeVisible()
})

test('an indication that still waits on this device says so', async () => {
  answers(gone)
  await enqueue([WAITING])
  onTestFinished(() => drop(WAITING.key))
  await open()
  await expect.element(page.getByText(/ainda espera neste aparelho para ser enviada/)).toBeVisible()
  await expect.element(page.getByText(SHOWN)).toBeVisible()
})

test('a limit is told with its minutes', async () => {
  answers(() => Response.json({ message: 'x' }, { status: 429, headers: { 'retry-after': '600' } }))
  await open()
  await expect
    .element(page.getByText('Foram feitas consultas demais desta rede. Tente de novo em 10 min.'))
    .toBeVisible()
})

test('a code is typed in any way, a wrong one is explained at its field', async () => {
  answers(() => Response.json(RECEIPT))
  await open({}, '#')
  const field = page.getByRole('textbox', { name: 'Código do recibo' })
  await userEvent.fill(field, 'abcd')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/16 letras e números/)
  await isInOrder('the field of the code')
  await userEvent.fill(field, 'abcd efgh jkmn pqrs')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Zilda Prado' })).toBeVisible()
})

test.each(['#%', '#%E0%A4%A'])("an address that ends with '%s' asks for a code", async (hash) => {
  answers(gone)
  await open({}, hash)
  await expect.element(page.getByRole('textbox', { name: 'Código do recibo' })).toHaveValue('')
  expect(page.getByRole('alert').elements()).toEqual([])
})

describe('what this device has read', () => {
  test('has what was sent from it, also while nobody looked', async () => {
    answers(() => null)
    keepSent(CODE, 'Zilda Prado · Automóvel', Date.now())
    onTestFinished(() => dropReceipt(CODE))
    await open({}, '')
    await expect
      .element(page.getByRole('link', { name: 'Zilda Prado · Automóvel' }))
      .toHaveAttribute('href', `#${SHOWN}`)
  })

  const OTHER = 'zzzzefghjkmnpqrs'
  const seen = () =>
    page
      .getByRole('region', { name: 'Recibos deste aparelho' })
      .getByRole('link')
      .elements()
      .map((link) => link.textContent)
  const kept = () => Object.keys(localStorage).filter((key) => key.startsWith('farol_recibo_'))
  const keep = () => {
    keepReceipt(CODE, { ...RECEIPT, steps: [] }, Date.now())
    keepReceipt(OTHER, { ...RECEIPT, steps: [], name: 'Rui Leme' }, Date.now() - 1000)
  }
  const ofCode = (body: unknown) => (String(body).includes(OTHER) ? gone() : Response.json(RECEIPT))

  test('goes from the list and the device once the server knows it no more, the rest stays', async () => {
    keep()
    vi.stubGlobal('fetch', (_path: string, { body }: RequestInit) => Promise.resolve(ofCode(body)))
    await open({}, '#')
    await expect.poll(seen).toEqual(['Zilda Prado'])
    expect(kept()).toEqual([`farol_recibo_${CODE}`])
  })

  test('stays without a network, and is asked for as it returns', async () => {
    keep()
    let network = false
    vi.stubGlobal('fetch', (_path: string, { body }: RequestInit) =>
      network ? Promise.resolve(ofCode(body)) : Promise.reject(new TypeError('no network')),
    )
    await open({}, '#')
    await expect.poll(seen).toEqual(['Zilda Prado', 'Rui Leme'])
    network = true
    window.dispatchEvent(new Event('online'))
    await expect.poll(seen).toEqual(['Zilda Prado'])
  })
})
