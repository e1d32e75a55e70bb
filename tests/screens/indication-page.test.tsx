/** The page without login: two steps, and what each keeps. docs/rules.md#external-indication */
import { createRoot } from 'react-dom/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { IndicationForm } from '../../src/indication-page/IndicationForm.tsx'
import styles from '../../src/indication-page/page.css?inline'
import type { Waiting } from '../../src/indication-page/queue.ts'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS, type Look, lookAt } from './support/looks.ts'

const INVITATION = {
  name: 'Igor Matos',
  stamp: 'selo',
  insurances: [
    { id: 1, name: 'Novo' },
    { id: 7, name: 'Pet' },
    { id: 9, name: 'Vida' },
    { id: 11, name: 'Frota' },
  ],
  controller: { name: 'Lume Seguros', contact: 'privacidade@exemplo.com.br' },
  brokerage: { name: 'Lume Seguros', logo: null },
  cep: false,
  inviter_is_staff: true,
}

async function openForm(look: Look = {}, changes: Partial<typeof INVITATION> = {}) {
  await lookAt(look)
  const sheet = document.head.appendChild(document.createElement('style'))
  sheet.textContent = styles
  const place = document.body.appendChild(document.createElement('main'))
  place.className = 'page'
  window.history.replaceState(null, '')
  const sent: Waiting[] = []
  const mount = () => {
    const root = createRoot(place)
    root.render(
      <>
        <h1>Indicação externa</h1>
        <IndicationForm
          code="1-0"
          invitation={{ ...INVITATION, ...changes }}
          onSent={(all) => sent.push(...all)}
        />
      </>,
    )
    return root
  }
  let root = mount()
  onTestFinished(() => {
    root.unmount()
    place.remove()
    sheet.remove()
    localStorage.clear()
    window.history.replaceState(null, '')
  })
  const reopen = () => {
    root.unmount()
    root = mount()
  }
  return { sent, reopen }
}

const field = (name: string | RegExp) => page.getByRole('textbox', { name })
const proceed = () => userEvent.click(page.getByRole('button', { name: 'Continuar' }))
const first = page.getByRole('heading', { name: 'Seus dados', exact: true })
const second = page.getByRole('heading', { name: 'O que a seguradora pergunta' })

async function fillFirst() {
  await userEvent.fill(field(/^Nome/), 'Zilda Prado')
  await userEvent.fill(field(/^Telefone/), '11987654321')
  await userEvent.click(page.getByRole('checkbox', { name: 'Vida' }))
}

async function fillSecond() {
  await userEvent.fill(field(/^CPF/), '52998224725')
  await userEvent.fill(field(/^E-mail/), 'zilda@exemplo.com.br')
  await userEvent.fill(field(/^RG/), '123456789')
  await userEvent.click(page.getByText('Casado', { exact: true }))
  await userEvent.fill(field(/^Dependentes/), '1')
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('both steps are in order, with targets for thumbs', async () => {
    await openForm(look)
    await fillFirst()
    await isInOrder('the first step')
    if (look.width !== 'desk') await hasTargetsForThumbs('the first step')
    await proceed()
    await expect.element(second).toHaveFocus()
    await isInOrder('the second step')
    if (look.width !== 'desk') await hasTargetsForThumbs('the second step')
  })
})

test('the first step asks for name, phone and insurance alone, and says what is missing', async () => {
  await openForm()
  await expect.element(first).toBeVisible()
  expect(page.getByRole('textbox').elements().length).toBe(2)
  await proceed()
  await expect.element(page.getByText('Escolha ao menos um seguro').first()).toBeVisible()
  await expect.element(second).not.toBeInTheDocument()
  await expect.element(field(/^Nome/)).toHaveFocus()
})

test('Back leads to the first step, and nothing typed is lost between the steps', async () => {
  await openForm()
  await fillFirst()
  await proceed()
  await fillSecond()
  window.history.back()
  await expect.element(first).toBeVisible()
  await expect.element(field(/^Nome/)).toHaveValue('Zilda Prado')
  await expect.element(page.getByRole('checkbox', { name: 'Vida' })).toBeChecked()
  await proceed()
  await expect.element(field(/^CPF/)).toHaveValue('529.982.247-25')
  await expect.element(field(/^Dependentes/)).toHaveValue('1')
  await userEvent.click(page.getByRole('button', { name: 'Voltar' }))
  await expect.element(first).toBeVisible()
})

test('a page that is opened again begins where it was', async () => {
  const { reopen } = await openForm()
  await fillFirst()
  await proceed()
  await fillSecond()
  reopen()
  await expect.element(second).toBeVisible()
  await expect.element(field(/^Dependentes/)).toHaveValue('1')
})

test("a company's document under an insurance of a person is named at its field, and nothing is sent", async () => {
  const { sent } = await openForm()
  await fillFirst()
  await proceed()
  await fillSecond()
  await userEvent.fill(field(/^CPF/), '11222333000181')
  await userEvent.click(page.getByRole('checkbox', { name: /autorizo o uso dos dados/ }))
  await userEvent.click(page.getByRole('button', { name: 'Enviar indicação' }))
  await expect.element(page.getByText(/^Este é um CNPJ, e o seguro é para uma pessoa/).first()).toBeVisible()
  expect(sent).toEqual([])
})

test('both steps make one indication', async () => {
  const { sent } = await openForm()
  await fillFirst()
  await proceed()
  await fillSecond()
  await userEvent.click(page.getByRole('checkbox', { name: /autorizo o uso dos dados/ }))
  await userEvent.click(page.getByRole('button', { name: 'Enviar indicação' }))
  await expect.poll(() => sent.map(({ label }) => label)).toEqual(['Zilda Prado · Vida'])
  expect(sent[0]?.body).toMatchObject({
    insurance: 9,
    client: { name: 'Zilda Prado', cellphone: '11987654321', cpf: '52998224725' },
  })
  expect(window.history.state).toEqual({ step: 1 })
})

test('life asks about illnesses only under a consent of its own, which is off at first', async () => {
  const { sent, reopen } = await openForm({}, { inviter_is_staff: false })
  const illnesses = field('Doenças graves')
  const consent = page.getByRole('checkbox', { name: /uso dos dados de saúde/ })
  await fillFirst()
  await proceed()
  await fillSecond()
  await expect
    .element(page.getByText(/de forma específica e destacada, para finalidades específicas/))
    .toBeVisible()
  await expect.element(page.getByText(/a concessionária com que trabalha não veem/)).toBeVisible()
  await expect.element(consent).not.toBeChecked()
  await expect.element(illnesses).not.toBeInTheDocument()
  await userEvent.click(consent)
  await userEvent.fill(illnesses, 'Asma')
  await isInOrder('the consent to be asked about health')
  // Closed and opened again: the answer is there with its consent.
  reopen()
  await expect.element(consent).toBeChecked()
  await expect.element(illnesses).toHaveValue('Asma')
  // Taken back and given again: the answer is gone.
  await userEvent.click(consent)
  await expect.element(illnesses).not.toBeInTheDocument()
  await userEvent.click(consent)
  await expect.element(illnesses).toHaveValue('')
  await userEvent.fill(illnesses, 'Asma')
  await userEvent.click(page.getByRole('checkbox', { name: /Li o texto acima/ }))
  await userEvent.click(page.getByRole('button', { name: 'Enviar indicação' }))
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.body).toMatchObject({
    details: { marital_status: 'Casado', serious_illnesses: 'Asma' },
    health_consent: { version: expect.any(String) },
  })
})

test('an answer about health that was taken back is not sent', async () => {
  const { sent } = await openForm()
  const consent = page.getByRole('checkbox', { name: /uso dos dados de saúde/ })
  await fillFirst()
  await proceed()
  await fillSecond()
  await userEvent.click(consent)
  await userEvent.fill(field('Doenças graves'), 'Asma')
  await userEvent.click(consent)
  await userEvent.click(page.getByRole('checkbox', { name: /Li o texto acima/ }))
  await userEvent.click(page.getByRole('button', { name: 'Enviar indicação' }))
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]?.body).toMatchObject({
    details: { marital_status: 'Casado', dependents: 1 },
    health_consent: null,
  })
  expect(JSON.stringify(sent[0]?.body)).not.toContain('Asma')
})
