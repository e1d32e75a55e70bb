/** 'Profile': what the forms refuse and save, sessions elsewhere, the second factor. docs/rules.md#profile */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { devicesRoute } from '../../src/contract/devices.ts'
import {
  beginCodeAppRoute,
  confirmCodeAppRoute,
  endCodeAppRoute,
  secondFactorRoute,
} from '../../src/contract/second-factor.ts'
import {
  confirmRoute,
  revokeSessionRoute,
  sessionsRoute,
  tokenConfirmRoute,
  updateUserRoute,
} from '../../src/contract/session.ts'
import { openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'
import type { Peer } from './support/peer.ts'

const PASSWORD = 'Uma-Frase-Longa-4711'
const OTHER_SESSION = '01890a5d-ac96-774b-bcce-b302099a8057'

const contact = page.getByRole('form', { name: 'E-mail e telefone' })
const password = page.getByRole('form', { name: 'Senha' })
const sessions = page.getByRole('region', { name: 'Sessões' })
const security = page.getByRole('region', { name: 'Segurança' })
const save = (form: typeof contact) => userEvent.click(form.getByRole('button', { name: 'Salvar' }))

const session = (changes: { readonly id: string; readonly current: boolean }) => ({
  device_id: null,
  device_name: 'Chrome no Windows',
  created_at: '2026-11-17T12:00:00.000Z',
  last_seen_at: '2026-11-18T12:00:00.000Z',
  ...changes,
})

const OFF = {
  code_app_since: null,
  passkeys: [],
  passkey_obstacle: null,
  required: false,
  recovery_codes: 0,
  remembered_devices: 0,
}

/** A server that knows the user, this session and another one, and no second factor. */
function serves(peer: Peer): void {
  const own = [
    session({ id: '01890a5d-ac96-774b-bcce-b302099a8056', current: true }),
    session({ id: OTHER_SESSION, current: false }),
  ]
  peer.answers(sessionsRoute, { data: own })
  peer.answers(devicesRoute, { data: [], server_version: '0.0.0' })
  peer.answers(secondFactorRoute, OFF)
  peer.asksForPassword = true
  peer.answers(confirmRoute, { data: { confirmation: 'proved' } })
  peer.answers(updateUserRoute, { message: 'Perfil atualizado com sucesso!' })
  peer.answers(revokeSessionRoute, { message: 'Sessão encerrada' })
}

async function confirms(): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirme com a sua senha' })
  await userEvent.fill(dialog.getByLabelText(/^Sua senha/), 'farol-demo')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the profile is in order, with targets for thumbs where there are thumbs', async () => {
    await openApp('/profile', { ...look, role: 4, script: serves })
    await expect.element(sessions.getByText('Este aparelho')).toBeVisible()
    await expect.element(security.getByRole('button', { name: 'Ligar' })).toBeVisible()
    await isInOrder('/profile')
    if (look.width !== 'desk') await hasTargetsForThumbs('/profile')
  })
})

test('a new phone is masked, sent in digits with the present password, and shown at once', async () => {
  const { peer, user } = await openApp('/profile', { role: 4, script: serves })
  await userEvent.fill(contact.getByLabelText('Telefone'), '31988887777')
  await expect.element(contact.getByLabelText('Telefone')).toHaveValue('(31) 98888-7777')
  await userEvent.fill(contact.getByLabelText(/^Senha atual/), 'farol-demo')
  peer.answers(tokenConfirmRoute, { ...user, phone: '31988887777' })
  await save(contact)
  await expect.element(page.getByText('Perfil atualizado com sucesso!')).toBeVisible()
  await expect.element(page.getByRole('definition').getByText('(31) 98888-7777')).toBeVisible()
  expect(peer.bodiesOf(updateUserRoute)).toEqual([{ old_password: 'farol-demo', phone: '31988887777' }])
})

test('a new e-mail is typed twice, and one that waits for its link says whom to ask', async () => {
  const { peer } = await openApp('/profile', { role: 4, script: serves })
  await userEvent.fill(contact.getByLabelText('Novo e-mail'), 'nova@exemplo.com.br')
  await userEvent.fill(contact.getByLabelText(/^Senha atual/), 'farol-demo')
  await save(contact)
  await expect.element(contact.getByText('Os e-mails não conferem')).toBeVisible()
  expect(peer.callsOf(updateUserRoute)).toEqual([])
  peer.answers(updateUserRoute, {
    message: 'Perfil atualizado com sucesso!',
    email_waits: true,
    mail: { way: 'file', recipient: 'nova@exemplo.com.br', link: null },
  })
  await userEvent.fill(contact.getByLabelText('Confirmação do e-mail'), 'nova@exemplo.com.br')
  await save(contact)
  await expect.element(contact.getByText(/Este servidor ainda não envia e-mails: peça o link/)).toBeVisible()
})

test('a wrong present password is said at its field, and what was typed stays', async () => {
  const { peer } = await openApp('/profile', { role: 4, script: serves })
  const message = 'A senha atual não confere.'
  peer.refuses(updateUserRoute, { status: 422, message, errors: { old_password: [message] } })
  await userEvent.fill(contact.getByLabelText('Telefone'), '31988887777')
  await userEvent.fill(contact.getByLabelText(/^Senha atual/), 'nao-e-esta')
  await save(contact)
  await expect.element(contact.getByText(message).first()).toBeVisible()
  await expect.element(contact.getByLabelText(/^Senha atual/)).toHaveAccessibleDescription(/não confere/)
  await expect.element(contact.getByLabelText('Telefone')).toHaveValue('(31) 98888-7777')
})

test('a new password whose answer is lost is no success, stays typed, and is saved by a second try', async () => {
  const { peer } = await openApp('/profile', { role: 4, script: serves })
  const typed = password.getByLabelText(/^Nova senha/)
  await userEvent.fill(password.getByLabelText(/^Senha atual/), 'farol-demo')
  await userEvent.fill(typed, PASSWORD)
  await userEvent.fill(password.getByLabelText(/^Confirmação da nova senha/), 'Outra-Frase-4711')
  await save(password)
  await expect.element(password.getByText('As senhas não conferem')).toBeVisible()
  await userEvent.fill(password.getByLabelText(/^Confirmação da nova senha/), PASSWORD)
  peer.losesAnswer(updateUserRoute)
  await save(password)
  await expect.element(password.getByRole('alert')).toMatchTextContent(/Não sabemos se foi salvo/)
  await expect.element(typed).toHaveValue(PASSWORD)
  expect(page.getByText('Perfil atualizado com sucesso!').elements()).toEqual([])
  await save(password)
  await expect.element(typed).toHaveValue('')
})

test('two presses while the answer is late save once', async () => {
  const { peer } = await openApp('/profile', { role: 4, script: serves })
  const answer = peer.holds(updateUserRoute)
  await userEvent.fill(contact.getByLabelText('Telefone'), '31988887777')
  await userEvent.fill(contact.getByLabelText(/^Senha atual/), 'farol-demo')
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.poll(() => peer.callsOf(updateUserRoute).length).toBe(1)
  answer()
  await expect.element(page.getByText('Perfil atualizado com sucesso!')).toBeVisible()
  expect(peer.callsOf(updateUserRoute).length).toBe(1)
})

test('a session elsewhere is ended with the own password and leaves the list', async () => {
  const { peer } = await openApp('/profile', { role: 4, script: serves })
  const end = sessions.getByRole('button', { name: 'Encerrar a sessão Chrome no Windows' })
  await userEvent.click(end)
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Encerrar sessão' }))
  await confirms()
  await expect.element(end).not.toBeInTheDocument()
  const ended = peer.callsOf(revokeSessionRoute).at(-1)
  expect(ended?.path).toBe(`/sessions/${OTHER_SESSION}`)
  expect(ended?.headers.get('farol-confirmation')).toBe('proved')
})

test('buttons that are there before the server answers stay where they are', async () => {
  const late: (() => void)[] = []
  await openApp('/profile', {
    script: (peer) => {
      serves(peer)
      late.push(peer.holds(sessionsRoute), peer.holds(devicesRoute), peer.holds(secondFactorRoute))
    },
  })
  const protect = page.getByRole('button', { name: 'Proteger este aparelho' })
  await expect.element(protect).toBeVisible()
  const places = () =>
    [contact, password]
      .map((form) => form.getByRole('button', { name: 'Salvar' }))
      .concat(protect)
      .map((button) => button.element().getBoundingClientRect().toJSON())
  const before = places()
  for (const answer of late) answer()
  await expect.element(security.getByRole('button', { name: 'Ligar' })).toBeVisible()
  await expect.element(sessions.getByText('Este aparelho')).toBeVisible()
  expect(places()).toEqual(before)
})

test('on a phone codes are switched on with the own password, and the recovery codes stay until they are kept', async () => {
  const codes = Array.from({ length: 10 }, (_, place) => `abcdefghjkmnpqr${place}`)
  const { peer } = await openApp('/profile', { width: 'phone', script: serves })
  peer.answers(beginCodeAppRoute, {
    data: {
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Farol:bia?secret=JBSWY3DPEHPK3PXP&issuer=Farol',
    },
  })
  peer.answers(confirmCodeAppRoute, { message: 'Ligado', recovery_codes: codes })
  await userEvent.click(security.getByRole('button', { name: 'Ligar' }))
  await confirms()
  const dialog = page.getByRole('dialog', { name: 'Aplicativo de códigos' })
  await expect.element(dialog.getByRole('img', { name: 'Imagem para o aplicativo de códigos' })).toBeVisible()
  await isInOrder('Aplicativo de códigos')
  await hasTargetsForThumbs('Aplicativo de códigos')
  await userEvent.fill(dialog.getByLabelText(/^Código que o aplicativo mostra/), '123456')
  peer.answers(secondFactorRoute, {
    ...OFF,
    code_app_since: '2026-11-18T13:00:00.000Z',
    recovery_codes: 10,
    remembered_devices: 1,
  })
  await userEvent.keyboard('{Enter}')
  const kept = page.getByRole('dialog', { name: 'Códigos de recuperação' })
  await expect.poll(() => kept.getByRole('listitem').elements().length).toBe(10)
  await isInOrder('Códigos de recuperação')
  await userEvent.keyboard('{Escape}')
  await expect.element(kept).toBeVisible()
  await userEvent.click(kept.getByRole('button', { name: 'Já guardei' }))
  await expect.element(kept).not.toBeInTheDocument()
  await expect.element(security.getByText('Ligado', { exact: true })).toBeVisible()
  await expect.element(security.getByText(/10 de 10 ainda não usados/)).toBeVisible()
  await expect.element(security.getByText(/^1 aparelho não pergunta/)).toBeVisible()
})

test('codes are switched off with the own password, also where the answer is lost', async () => {
  const on = { ...OFF, code_app_since: '2026-11-18T13:00:00.000Z', recovery_codes: 9 }
  const { peer } = await openApp('/profile', {
    script: (peer) => {
      serves(peer)
      peer.answers(secondFactorRoute, on)
      peer.answersBy(endCodeAppRoute, () => {
        peer.answers(secondFactorRoute, OFF)
        return { message: 'Desligado' }
      })
    },
  })
  peer.losesAnswer(endCodeAppRoute)
  await userEvent.click(security.getByRole('button', { name: 'Desligar' }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Desligar aplicativo' }))
  await confirms()
  await expect.element(page.getByText(/Não sabemos se o aplicativo foi desligado/)).toBeVisible()
  await expect.element(security.getByText('Desligado').first()).toBeVisible()
})
