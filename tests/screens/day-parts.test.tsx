/** 'Meu dia' around its lead: line of time, swipes, what may be captured, the end of the day. docs/rules.md#my-day */
import { describe, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import type { Lead } from '../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { aClient, aLead, iso } from '../unit/domain/fixtures.ts'
import { type MountedApp, openApp } from './support/app.tsx'
import { act, clients, item, leads, moved, next, now, opened, returnAt, shown } from './support/day.ts'
import { cutNetwork, restoreNetwork } from './support/network.ts'
import { ownLead } from './support/own-lead.ts'
import { pushed } from './support/pushed.ts'
import { tap } from './support/tap.ts'
import { withTelephone } from './support/telephone.ts'

const sent = ({ peer }: MountedApp) => pushed(peer).map(({ command }) => command)

describe('the line of time', () => {
  const line = page.getByRole('region', { name: 'Linha do dia' })
  const box = (of: typeof line) => of.element().getBoundingClientRect()

  test('stands left of the lead from 1024 px, and is a strip above it below that', async () => {
    await opened()
    await shown('Ana Souza')
    await expect.element(line).toMatchTextContent('2 atrasados')
    await expect.element(line).toMatchTextContent('Agora 10:00')
    await expect.element(line).toMatchTextContent('Retorno às 14:30 Davi Luz')
    const isLeft = () => box(line).right <= box(now).left
    expect(isLeft()).toBe(true)
    await page.viewport(1024, 800)
    expect(isLeft()).toBe(true)
    expect(box(next).top).toBeGreaterThan(box(now).bottom)
    await page.viewport(1023, 800)
    expect(box(line).bottom).toBeLessThanOrEqual(box(now).top)
    await page.viewport(1280, 800)
    expect(box(next).left).toBeGreaterThanOrEqual(box(now).right)
  })

  test('the dot of a return is at its time', async () => {
    await opened()
    await expect.element(line).toMatchTextContent('Davi Luz')
    const track = line.getByRole('list').element().parentElement
    const dot = line.getByRole('listitem').element()
    if (track === null) throw new Error('no line')
    const { top, height } = track.getBoundingClientRect()
    const { top: at, height: size } = dot.getBoundingClientRect()
    // 14:30 is six of nine and a half hours after 08:30.
    expect((at + size / 2 - top) / height).toBeCloseTo(6 / 9.5, 1)
  })
})

describe('swipes', () => {
  const finger = async (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) => {
    const frame = window.frameElement?.getBoundingClientRect() ?? { left: 0, top: 0 }
    const touchPoints = type === 'touchEnd' ? [] : [{ x: frame.left + x, y: frame.top + y }]
    await cdp().send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  const swipe = async (across: number, down: number) => {
    const { left, width, top } = now.element().getBoundingClientRect()
    const x = left + width / 2
    const y = top + 40
    await finger('touchStart', x, y)
    for (let step = 1; step <= 8; step++)
      await finger('touchMove', x + (across * step) / 8, y + (down * step) / 8)
    await finger('touchEnd')
  }

  test('left puts the lead off, right calls', async () => {
    withTelephone()
    const app = await opened({ width: 'phone' })
    await shown('Ana Souza')
    await swipe(-140, 0)
    await expect.element(item('30 minutos, sem agendar')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(item('30 minutos, sem agendar')).not.toBeInTheDocument()
    await swipe(140, 0)
    await expect.poll(() => sent(app)).toEqual(['lead.recordCall'])
  })

  test('a short one, one that scrolls the page and a mouse do nothing', async () => {
    const app = await opened({ width: 'phone' })
    await shown('Ana Souza')
    await swipe(-60, 0)
    await swipe(-140, 120)
    await swipe(-10, 300)
    await expect.element(item('30 minutos, sem agendar')).not.toBeInTheDocument()
    expect(sent(app)).toEqual([])
    await expect.element(now).toBeVisible()
    expect(document.querySelector('[data-side="left"], [data-side="right"]')).toBeNull()
  })
})

describe('the end of the day', () => {
  const done = (user: SessionUser): Lead[] => [
    ...leads(user).slice(0, 1),
    ownLead(user, {
      ...moved,
      uid: 's',
      id: 20,
      client_uid: 'cd',
      client_name: 'Davi Luz',
      state: 3,
      status: 6,
      sold: 1,
      sale_value_cents: 431000,
      end_lead_date: iso('2026-11-18T09:50:00'),
    }),
  ]

  test('is told with what was done and sold', async () => {
    await openApp('/hoje', { role: 3, leads: done, clients })
    await shown('Ana Souza')
    await userEvent.click(now.getByRole('button', { name: 'Retorno feito' }))
    await expect.element(page.getByRole('heading', { name: 'Dia em ordem' })).toBeVisible()
    await expect.element(page.getByText('1 lead resolvido hoje · 1 venda · R$ 4.310,00')).toBeVisible()
  })

  test('a day whose rest was put off says when it goes on', async () => {
    await openApp('/hoje', { role: 3, leads: done, clients })
    await shown('Ana Souza')
    await userEvent.click(act('Adiar'))
    await userEvent.click(item('30 minutos, sem agendar'))
    await expect.element(page.getByRole('heading', { name: 'Tudo o que restava foi adiado' })).toBeVisible()
    await expect.element(page.getByText('O primeiro volta às 10:30.')).toBeVisible()
  })
})

test('a lead without a next step asks for one, and one tap answers', async () => {
  const app = await openApp('/hoje', { role: 3, leads: (user) => leads(user).slice(2, 3), clients })
  await shown('Clara Dias')
  const step = now.getByRole('group', { name: 'Próximo passo' })
  await expect.element(step).toMatchTextContent('Sem próximo passo')
  cutNetwork(app.peer)
  await userEvent.click(step.getByRole('button', { name: 'Amanhã 9h' }))
  await expect.element(page.getByRole('heading', { name: 'Dia em ordem' })).toBeVisible()
  await expect.element(page.getByText('1 lead resolvido hoje')).toBeVisible()
  restoreNetwork(app.peer)
  await expect
    .poll(() => pushed(app.peer)[0]?.args)
    .toMatchObject({ scheduling_date: iso('2026-11-19T09:00:00') })
})

test('what may be captured besides the next five has its own list', async () => {
  const many = (user: SessionUser): Lead[] => [
    ...Array.from({ length: 7 }, (_, place) =>
      ownLead(user, {
        ...moved,
        uid: `n${place}`,
        id: 30 + place,
        client_uid: `n${place}`,
        client_name: `Cliente ${place}`,
        ...returnAt(`2026-11-18T09:0${place}:00`),
      }),
    ),
    aLead({ uid: 'f', id: 50, client_uid: 'cb', client_name: 'Bento Reis', channel_id: 8, broker_id: null }),
  ]
  const people = Array.from({ length: 7 }, (_, place) =>
    aClient({ uid: `n${place}`, id: 60 + place, name: `Cliente ${place}` }),
  )
  await openApp('/hoje', { role: 3, leads: many, clients: [...clients, ...people] })
  await shown('Cliente 0')
  const free = page.getByRole('region', { name: 'Livres para capturar' })
  await expect.element(free).toMatchTextContent('Bento Reis')
  await expect.element(next).toMatchTextContent('e mais 1')
  await userEvent.click(free.getByRole('button'))
  await shown('Bento Reis')
  await expect.element(act('Capturar esse Lead')).toBeVisible()
})

test('Back closes the form that Enter opened, and leaves the day as it was', async () => {
  await opened()
  await shown('Ana Souza')
  await userEvent.keyboard('j')
  await shown('Bento Reis')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('form', { name: 'Lead' })).toBeVisible()
  history.back()
  await expect.element(page.getByRole('form', { name: 'Lead' })).not.toBeInTheDocument()
  await shown('Bento Reis')
})

test('a tap right after the first painting puts the lead off', async () => {
  await opened({ width: 'tablet' })
  await tap(act('Adiar'))
  await expect.element(item('Outra data…')).toBeVisible()
})
