/** The screens before a session: sign-in, invitation, a forgotten password. docs/rules.md#sign-in */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { linkRoute } from '../../../src/contract/accounts.ts'
import { firstStepsRoute } from '../../../src/contract/administration/first-steps.ts'
import { noticesRoute } from '../../../src/contract/notices.ts'
import { loginRoute } from '../../../src/contract/session.ts'
import { storeToken } from '../../../src/features/session/stored-token.ts'
import { openApp } from '../support/app.tsx'
import { fillsDisk } from '../support/full-disk.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS } from '../support/looks.ts'
import { restoreNetwork } from '../support/network.ts'
import { notesPageLoads } from '../support/page-loads.ts'
import type { Peer } from '../support/peer.ts'
import { enter, signsIn, takesSignIn } from '../support/sign-in.ts'

const DEMO = /contas de demonstração, com senha pública/
const menu = page.getByRole('navigation', { name: 'Menu principal' })
const alert = page.getByRole('alert')
const path = () => window.location.pathname

const signedOut = (script?: (peer: Peer) => void) => ({
  signedIn: false,
  script: (peer: Peer) => {
    takesSignIn(peer)
    script?.(peer)
  },
})

describe.each(LOOKS)('$width, $scheme', (look) => {
  test.each([
    { where: '/login', shows: 'Entrar no Farol' },
    { where: '/redefine', shows: 'Esqueci minha senha' },
    { where: '/register', shows: 'Criar acesso' },
  ])('$where is in order, with targets for thumbs where there are thumbs', async ({ where, shows }) => {
    await openApp(where, { ...look, ...signedOut() })
    await expect.element(page.getByRole('heading', { name: shows })).toBeVisible()
    await isInOrder(where)
    if (look.width !== 'desk') await hasTargetsForThumbs(where)
  })
})

test('a sign-in leads to the path of the app that was asked for', async () => {
  await openApp('/sincronizacao', signedOut())
  await expect.poll(path).toBe('/login')
  await signsIn()
  await expect.element(menu).toBeVisible()
  expect(path()).toBe('/sincronizacao')
})

test.each([
  'https://example.com/',
  '//example.com',
  '/\\example.com',
  '/login?para=/sincronizacao',
])('a sign-in that is asked to lead to %s leads home, and to no other site', async (asked) => {
  const loads = notesPageLoads()
  await openApp(`/login?para=${encodeURIComponent(asked)}`, signedOut())
  await signsIn()
  await expect.element(menu).toBeVisible()
  expect(path()).toBe('/')
  expect(loads).toEqual([])
})

test('a wrong password is said, the password is asked for again, and the second try enters', async () => {
  const { peer } = await openApp(
    '/login',
    signedOut((peer) => peer.refuses(loginRoute, { status: 404, code: 'credentials' })),
  )
  await signsIn('bia', 'errada')
  await expect.element(page.getByText('Login/senha inválidos, verifique suas credenciais.')).toBeVisible()
  await expect.element(page.getByLabelText('Senha', { exact: true })).toHaveFocus()
  takesSignIn(peer)
  await userEvent.keyboard('farol-demo{Enter}')
  await expect.element(menu).toBeVisible()
})

test('a sign-in whose answer is late is sent once, and one whose answer is lost says so and works again', async () => {
  const { peer } = await openApp('/login', signedOut())
  const answer = peer.holds(loginRoute)
  peer.losesAnswer(loginRoute)
  await signsIn()
  await expect.poll(() => peer.callsOf(loginRoute).length).toBe(1)
  await userEvent.keyboard('{Enter}')
  answer()
  await expect.element(page.getByText(/Houve um problema com o servidor/)).toBeVisible()
  expect(peer.callsOf(loginRoute).length).toBe(1)
  await userEvent.click(enter)
  await expect.element(menu).toBeVisible()
})

test('an administrator of an installation that nobody has begun is led to the first steps', async () => {
  const counts = { teams: 0, idle_teams: 0, partners: 0, brokers: 0, idle_brokers: 0 }
  await openApp('/login', {
    role: 1,
    ...signedOut((peer) =>
      peer.answers(firstStepsRoute, {
        steps: [],
        offered: true,
        untouched: true,
        counts,
        controller: { name: null, contact: null },
        mail: { configured: false, sender: null, recipient: null },
      }),
    ),
  })
  await signsIn()
  await expect.poll(path).toBe('/primeiros-passos')
})

test('without an invitation /register shows how to get one, and a link that is none says so at the sign-in', async () => {
  const { load } = await openApp(
    '/register',
    signedOut((peer) =>
      peer.refuses(linkRoute, { status: 410, code: 'link_unusable', message: 'Este link não é válido.' }),
    ),
  )
  await expect.element(page.getByText('O acesso ao Farol é por convite.')).toBeVisible()
  await load('/verify/nenhum')
  await expect.element(page.getByRole('status').getByText('Este link não é válido.')).toBeVisible()
  expect(path()).toBe('/login')
})

test('without a mail server a forgotten password leads to an administrator, and no login is asked for', async () => {
  await openApp(
    '/redefine',
    signedOut((peer) => peer.answers(noticesRoute, { data: { demo_reachable: false, sends_mail: false } })),
  )
  await expect
    .element(page.getByText('Este servidor ainda não envia e-mails: peça o link a um administrador.'))
    .toBeVisible()
  expect(page.getByLabelText('Login').elements()).toEqual([])
  await isInOrder('/redefine without a mail server')
})

test('a demo that the network reaches shows a notice under the form, and no field moves', async () => {
  const late: (() => void)[] = []
  await openApp(
    '/login',
    signedOut((peer) => {
      peer.answers(noticesRoute, { data: { demo_reachable: true } })
      late.push(peer.holds(noticesRoute))
    }),
  )
  await expect.element(enter).toBeVisible()
  const place = () => enter.element().getBoundingClientRect().toJSON()
  const before = place()
  expect(page.getByText(DEMO).elements()).toEqual([])
  for (const answer of late) answer()
  await expect.element(page.getByText(DEMO)).toBeVisible()
  expect(place()).toEqual(before)
  await isInOrder('sign-in with the notice')
})

test('there is no notice where only this machine reaches the demo', async () => {
  const brokerage = { name: 'Lume Seguros', logo: null }
  await openApp(
    '/login',
    signedOut((peer) => peer.answers(noticesRoute, { data: { demo_reachable: false, brokerage } })),
  )
  await expect.element(page.getByText('Lume Seguros')).toBeVisible()
  expect(page.getByText(DEMO).elements()).toEqual([])
})

test('a server that answers no notices leaves the sign-in as it is', async () => {
  const { peer } = await openApp(
    '/login',
    signedOut((peer) => peer.refuses(noticesRoute, { status: 502 })),
  )
  await expect.poll(() => peer.callsOf(noticesRoute).length).toBeGreaterThan(1)
  await signsIn()
  await expect.element(menu).toBeVisible()
  expect(page.getByText(DEMO).elements()).toEqual([])
})

describe('a full disk', () => {
  test('is said at the sign-in, which claims nothing of earlier data and enters once there is room', async () => {
    await openApp('/login', signedOut())
    const makeRoom = fillsDisk()
    await signsIn()
    await expect.element(alert).toMatchTextContent(/O armazenamento deste aparelho está cheio/)
    await expect.element(alert).not.toMatchTextContent(/nada do que já estava salvo/)
    await expect.element(enter).toBeEnabled()
    makeRoom()
    await userEvent.click(enter)
    await expect.element(menu).toBeVisible()
  })

  test('is said in a first sync, which goes on once there is room', async () => {
    const { peer } = await openApp('/sincronizacao', {
      seeded: false,
      script: (peer) => {
        peer.isReachable = false
      },
    })
    const makeRoom = fillsDisk()
    restoreNetwork(peer)
    await expect.element(page.getByText(/O armazenamento deste aparelho está cheio/).first()).toBeVisible()
    makeRoom()
    restoreNetwork(peer)
    await expect.element(page.getByText('Nada na fila')).toBeVisible()
  })

  test('is said where the browser has cleared the site and only the token is left', async () => {
    const loads = notesPageLoads()
    const { peer, load } = await openApp('/', {
      signedIn: false,
      script: (peer) => {
        peer.isReachable = false
        storeToken(`token-${peer.server.user.id}`)
      },
    })
    await expect.element(page.getByText(/Sem resposta do servidor/)).toBeVisible()
    peer.isReachable = true
    const makeRoom = fillsDisk()
    await userEvent.click(page.getByRole('button', { name: 'Tentar de novo' }))
    expect(loads).toEqual(['/'])
    await load('/')
    await expect.element(page.getByText(/O armazenamento deste aparelho está cheio/)).toBeVisible()
    makeRoom()
    await load('/')
    await expect.element(menu).toBeVisible()
  })
})
