/** 'Primeiros passos': what is done in a step, steps left for later, and the offer on the dashboard. docs/rules.md#first-steps */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type FirstSteps,
  firstStepsRoute,
  leaveFirstStepRoute,
  offerFirstStepsRoute,
  sendTestMailRoute,
} from '../../src/contract/administration/first-steps.ts'
import { FIRST_STEPS, type FirstStep, type StepState } from '../../src/domain/first-steps/first-steps.ts'
import { openApp } from './support/app.tsx'
import { answersAllReads } from './support/contract-answers.ts'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'
import { cutNetwork, restoreNetwork } from './support/network.ts'
import type { Peer } from './support/peer.ts'
import { tap } from './support/tap.ts'

const toggle = (title: string) => page.getByRole('button', { name: new RegExp(`^\\S*\\s*${title}`) })
const step = (title: string) => page.getByRole('listitem').filter({ has: toggle(title) })
const body = (title: string) => page.getByRole('group', { name: title })
const within = (title: string, name: string) => body(title).getByRole('button', { name, exact: true })
const offer = page.getByRole('complementary', { name: 'Primeiros passos' })
const path = () => window.location.pathname

/** The steps as a server computes them. */
class Steps {
  readonly states = new Map<FirstStep, StepState>(FIRST_STEPS.map((each) => [each, 'open']))
  isOffered = true
  sendsMail = false

  get answer(): FirstSteps {
    return {
      steps: [...this.states].map(([each, state]) => ({ step: each, state })),
      offered: this.isOffered,
      untouched: false,
      counts: { teams: 1, idle_teams: 0, partners: 1, brokers: 1, idle_brokers: 0 },
      controller: { name: null, contact: null },
      mail: {
        configured: this.sendsMail,
        sender: this.sendsMail ? 'farol@exemplo.com.br' : null,
        recipient: 'bia@exemplo.com.br',
      },
    }
  }

  readonly serve = (peer: Peer): void => {
    answersAllReads(peer)
    peer.answersBy(firstStepsRoute, () => this.answer)
    peer.answersBy(leaveFirstStepRoute, ({ path: asked, body }) => {
      const left = FIRST_STEPS.find((each) => asked.endsWith(`/${each}`))
      if (left !== undefined)
        this.states.set(left, leaveFirstStepRoute.body.parse(body).later ? 'later' : 'open')
      return this.answer
    })
    peer.answersBy(offerFirstStepsRoute, ({ body }) => {
      this.isOffered = offerFirstStepsRoute.body.parse(body).offered
      return this.answer
    })
  }
}

const SETTINGS = { first_steps_offered: true }
const opens = (steps: Steps, look = {}) =>
  openApp('/primeiros-passos', { ...look, role: 1, settings: SETTINGS, script: steps.serve })

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the steps and the offer on the dashboard are in order, with targets for thumbs', async () => {
    const { go } = await opens(new Steps(), look)
    await expect.element(page.getByText('Bem-vindo ao Farol')).toBeVisible()
    await isInOrder('the first steps')
    if (look.width !== 'desk') await hasTargetsForThumbs('the first steps')
    await userEvent.click(toggle('Envio de e-mails'))
    await expect.element(page.getByText(/MAIL_URL=smtp:\/\//)).toBeVisible()
    await isInOrder('the step of a server without mail')
    await go('/')
    await expect.element(offer).toMatchTextContent(/Primeiros passos: 0 de 7/)
    await isInOrder('the offer on the dashboard')
  })
})

test('typed text stays while another step is open', async () => {
  await opens(new Steps())
  const name = page.getByLabelText(/^Nome da corretora/)
  await userEvent.fill(name, 'Lume')
  await userEvent.click(toggle('Envio de e-mails'))
  await expect.element(name).not.toBeVisible()
  await userEvent.click(toggle('Nome e logotipo da corretora'))
  await expect.element(name).toHaveValue('Lume')
})

test('a step that is left for later says so, opens the next one, and is taken up again', async () => {
  await opens(new Steps())
  await userEvent.click(toggle('Envio de e-mails'))
  await userEvent.click(within('Envio de e-mails', 'Deixar para depois'))
  await expect.element(step('Envio de e-mails')).toMatchTextContent(/Para depois/)
  await expect.element(toggle('Primeiro lead')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(toggle('Primeiro lead')).toHaveFocus()
  await userEvent.click(toggle('Envio de e-mails'))
  await userEvent.click(within('Envio de e-mails', 'Retomar'))
  await expect.element(step('Envio de e-mails')).not.toMatchTextContent(/Para depois/)
})

test('a step whose answer is lost shows what was saved, and says nothing', async () => {
  const { peer } = await opens(new Steps())
  peer.losesAnswer(leaveFirstStepRoute)
  await userEvent.click(toggle('Envio de e-mails'))
  await userEvent.click(within('Envio de e-mails', 'Deixar para depois'))
  await expect.element(step('Envio de e-mails')).toMatchTextContent(/Para depois/)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('without a network a step cannot be left, which is said until the network is back', async () => {
  const { peer } = await opens(new Steps())
  await userEvent.click(toggle('Primeiro lead'))
  await expect.element(within('Primeiro lead', 'Deixar para depois')).toBeVisible()
  cutNetwork(peer)
  await userEvent.click(within('Primeiro lead', 'Deixar para depois'))
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Sem conexão/)
  await expect.element(step('Primeiro lead')).not.toMatchTextContent(/Para depois/)
  restoreNetwork(peer)
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('the dashboard leads to the steps until they are concluded, and Configurações leads back to them', async () => {
  const steps = new Steps()
  steps.states.set('mail', 'later')
  const { go } = await openApp('/', { role: 1, settings: SETTINGS, script: steps.serve })
  await userEvent.click(offer.getByRole('link', { name: 'Continuar' }))
  await expect.poll(path).toBe('/primeiros-passos')
  await expect.element(step('Envio de e-mails')).toMatchTextContent(/Para depois/)
  window.history.back()
  await expect.element(offer).toBeVisible()
  window.history.forward()
  await userEvent.click(page.getByRole('button', { name: 'Concluir' }))
  await expect.poll(path).toBe('/')
  await expect.element(offer).not.toBeInTheDocument()
  await go('/configuracoes')
  await userEvent.click(page.getByRole('link', { name: 'Abrir os passos' }))
  await expect.element(page.getByText(/não aparecem mais no Dashboard/)).toBeVisible()
  await expect.element(step('Envio de e-mails')).toMatchTextContent(/Para depois/)
})

test('on a phone a finished step leads by thumb to the next one, which comes into sight with the focus', async () => {
  const steps = new Steps()
  for (const done of ['brokerage', 'controller', 'team', 'partner'] as const) steps.states.set(done, 'done')
  await opens(steps, { width: 'phone' })
  await expect.element(step('Primeira equipe técnica')).toMatchTextContent(/1 equipe ativa/)
  await tap(toggle('Nome e logotipo da corretora'))
  await expect.element(step('Nome e logotipo da corretora')).toMatchTextContent(/Feito/)
  await tap(within('Nome e logotipo da corretora', 'Continuar: Primeiro corretor'))
  await expect.element(toggle('Primeiro corretor')).toHaveFocus()
  await expect.element(toggle('Primeiro corretor')).toBeInViewport({ ratio: 1 })
  await tap(within('Primeiro corretor', 'Cadastrar corretor'))
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByLabelText(/^Equipe técnica/).first()).toBeVisible()
  await isInOrder('the first broker')
})

test('a test mail says what the mail server answered, and finishes the step', async () => {
  const steps = new Steps()
  steps.sendsMail = true
  await openApp('/primeiros-passos', {
    width: 'phone',
    role: 1,
    settings: SETTINGS,
    script: (peer) => {
      steps.serve(peer)
      peer.answersBy(sendTestMailRoute, () => {
        steps.states.set('mail', 'done')
        return { message: 'O servidor de e-mail respondeu: 250 OK' }
      })
    },
  })
  await tap(toggle('Envio de e-mails'))
  await tap(page.getByRole('button', { name: 'Enviar e-mail de teste' }))
  await expect.element(body('Envio de e-mails').getByRole('status')).toMatchTextContent(/respondeu: 250/)
  await expect.element(step('Envio de e-mails')).toMatchTextContent(/Feito/)
})

test('once all is done it says so, and the name of the brokerage is in the menu and on paper', async () => {
  const steps = new Steps()
  for (const each of FIRST_STEPS) steps.states.set(each, 'done')
  await openApp('/primeiros-passos', {
    role: 1,
    settings: { ...SETTINGS, brokerage_name: 'Lume Seguros' },
    script: steps.serve,
  })
  await expect.element(page.getByText('Tudo pronto para trabalhar')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Lume Seguros Farol, início' })).toBeVisible()
  await isInOrder('the finished steps')
})
