/** A client with a document keeps its identity: the form's question, and a PDF of another person. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { madePdf } from '../../support/made-pdf.ts'
import type { MountedApp } from '../support/app.tsx'
import { isInOrder } from '../support/in-order.ts'
import { CPF, field, fill, form, OTHER_CPF, onServer, openWorked, press } from '../support/lead-form.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import { tap } from '../support/tap.ts'

const EMANUELLY = { name: 'Emanuelly Duarte', cpf: CPF }
const WIDTHS = ['desk', 'phone'] as const
const question = page.getByRole('dialog', { name: 'Quem é este cliente?' })
const answer = (name: string) => question.getByRole('button', { name, exact: true })

function openEmanuelly(width: (typeof WIDTHS)[number] = 'desk') {
  return openWorked({
    width,
    client: EMANUELLY,
    lead: { client_name: EMANUELLY.name, client_cpf: EMANUELLY.cpf },
  })
}
const clientOnServer = (app: MountedApp, uid = 'client-1') => app.peer.server.rows.clients.get(uid)
const queue = (app: MountedApp) => app.db.outbox.count()

test.each(
  WIDTHS,
)('another document of the same name is asked about, and corrected by a tap: %s', async (width) => {
  const app = await openEmanuelly(width)
  await fill({ 'CPF/CNPJ': OTHER_CPF })
  await press('Salvar')
  await expect.element(question).toMatchTextContent('Emanuelly Duarte (CPF 390.533.447-05)')
  await isInOrder('identity')
  expect(await queue(app)).toBe(0)
  await tap(answer('Corrigir o cadastro'))
  await expect.poll(() => clientOnServer(app)?.cpf).toBe(OTHER_CPF)
  expect(onServer(app)?.client_uid).toBe('client-1')
})

test.each(WIDTHS)('a name that shares no word is another person by a tap: %s', async (width) => {
  const app = await openEmanuelly(width)
  await fill({ Nome: 'Marcos Prado' })
  await press('Salvar')
  await tap(answer('É outra pessoa'))
  await expect.poll(() => onServer(app)?.client_name).toBe('Marcos Prado')
  expect(clientOnServer(app)).toMatchObject(EMANUELLY)
  // Nothing of the first person stays in the form.
  await expect.element(field('E-mail')).toHaveValue('')
  await expect.element(field('CPF/CNPJ')).toHaveValue('')
})

test.each(
  WIDTHS,
)('Back and Escape close the question: nothing is saved, nothing is lost, %s', async (width) => {
  const app = await openEmanuelly(width)
  await fill({ 'CPF/CNPJ': OTHER_CPF, 'Informações adicionais': 'Ligar cedo' })
  for (const close of [() => userEvent.keyboard('{Escape}'), () => Promise.resolve(window.history.back())]) {
    await press('Salvar')
    await expect.element(question).toBeVisible()
    await close()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(form).toBeVisible()
  }
  await expect.element(field('Informações adicionais')).toHaveValue('Ligar cedo')
  expect(await queue(app)).toBe(0)
})

test('another document with another name asks nothing: the lead gets that person, without a network too', async () => {
  const app = await openEmanuelly()
  cutNetwork(app.peer)
  await fill({ 'CPF/CNPJ': OTHER_CPF, Nome: 'Marcos Prado' })
  await expect.element(form).toMatchTextContent('Ao salvar, este lead passa a ser de Marcos Prado')
  await press('Salvar')
  await expect.poll(() => queue(app)).toBe(1)
  const shown = await app.db.leads.get('lead-1')
  expect(shown).toMatchObject({ client_name: 'Marcos Prado', client_cpf: OTHER_CPF, client_cellphone: '' })
  expect(await app.db.clients.get('client-1')).toMatchObject(EMANUELLY)
  await expect.element(field('E-mail')).toHaveValue('')
  restoreNetwork(app.peer)
  await expect.poll(() => queue(app)).toBe(0)
  expect(onServer(app)).toMatchObject({ client_name: 'Marcos Prado' })
  expect(clientOnServer(app)).toMatchObject(EMANUELLY)
})

test('an answer that comes after the client became another one asks again', async () => {
  const app = await openEmanuelly()
  await fill({ 'CPF/CNPJ': OTHER_CPF })
  await press('Salvar')
  await expect.element(question).toMatchTextContent('Emanuelly Duarte')
  app.peer.server.rows.writeClient({ ...(clientOnServer(app) ?? expect.fail()), name: 'Emanuelly Lima' })
  app.peer.poke()
  await expect.poll(async () => (await app.db.clients.get('client-1'))?.name).toBe('Emanuelly Lima')
  await userEvent.click(answer('Corrigir o cadastro'))
  await expect.element(question).toMatchTextContent('Emanuelly Lima (CPF')
  await userEvent.click(answer('Cancelar'))
  expect(await queue(app)).toBe(0)
})

const policyOf = async (name: string, cpf: string) => {
  const bytes = await madePdf([
    [
      [40, 40, 'Allianz Seguros S.A.', { bold: true, size: 14 }],
      [40, 70, 'Apólice: 5177202631'],
      [40, 90, `Segurado: ${name}`],
      [40, 104, `CPF: ${cpf}`],
    ],
  ])
  return new File([bytes.slice()], 'apolice.pdf', { type: 'application/pdf' })
}
const attach = async (file: File) => {
  const input = document.querySelector('input[type="file"][accept="application/pdf"]')
  if (!(input instanceof HTMLInputElement)) throw new Error('no place for a PDF')
  await userEvent.upload(input, file)
}
const other = page.getByRole('dialog', { name: 'PDF de outra pessoa' })
const files = (app: MountedApp) => app.db.files.count()

test.each(WIDTHS)('a PDF of another person says so before it is attached: %s', async (width) => {
  const app = await openEmanuelly(width)
  cutNetwork(app.peer)
  await attach(await policyOf('Marcos Prado', '111.444.777-35'))
  await expect.element(other).toMatchTextContent('A apólice é de Marcos Prado (CPF 111.444.777-35).')
  await isInOrder('policy of another')
  expect(await files(app)).toBe(0)
  await tap(other.getByRole('button', { name: 'Cancelar' }))
  await expect.element(other).not.toBeInTheDocument()
  expect([await files(app), await queue(app)]).toEqual([0, 0])
  await attach(await policyOf('Marcos Prado', '111.444.777-35'))
  await tap(other.getByRole('button', { name: 'Anexar mesmo assim' }))
  await expect.poll(() => files(app)).toBe(1)
})

test('a PDF of another person says so although what it says was closed while it was read', async () => {
  const app = await openEmanuelly()
  const begins = Promise.withResolvers<void>()
  const Real = Worker
  vi.stubGlobal(
    'Worker',
    class extends Real {
      override postMessage(message: unknown) {
        void begins.promise.then(() => super.postMessage(message))
      }
    },
  )
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  await attach(await policyOf('Marcos Prado', '111.444.777-35'))
  await userEvent.click(page.getByRole('button', { name: 'Fechar o que o PDF diz' }))
  begins.resolve()
  await expect.element(other).toMatchTextContent('A apólice é de Marcos Prado (CPF 111.444.777-35).')
  expect(await files(app)).toBe(0)
})

test('a PDF of the client is attached unasked, and another one asks whether it replaces it', async () => {
  const app = await openEmanuelly()
  cutNetwork(app.peer)
  await attach(await policyOf('Emanuelly Duarte', '390.533.447-05'))
  await expect.poll(() => files(app)).toBe(1)
  const replace = page.getByRole('dialog', { name: 'Substituir o PDF' })
  await attach(await policyOf('Emanuelly Duarte', '390.533.447-05'))
  await expect.element(replace).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(replace).not.toBeInTheDocument()
  expect(await queue(app)).toBe(1)
  await attach(await policyOf('Emanuelly Duarte', '390.533.447-05'))
  await userEvent.click(replace.getByRole('button', { name: 'Substituir' }))
  await expect.poll(() => queue(app)).toBe(2)
})
