/** A sign-out keeps unsaved forms for their user, unless the user unticks it in its question. */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { logoutRoute } from '../../../src/contract/session.ts'
import { openMirror } from '../../../src/db/open.ts'
import { listDrafts } from '../../../src/db/session/drafts.ts'
import { aLead } from '../../unit/domain/fixtures.ts'
import { choosesByKeysInAccount, choosesInAccount } from '../support/account-menu.ts'
import { type MountedApp, type Opening, openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder, settled } from '../support/in-order.ts'
import { LOOKS } from '../support/looks.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import { notesPageLoads } from '../support/page-loads.ts'
import { signsIn, takesSignIn } from '../support/sign-in.ts'

const NAME = 'Rascunho da Silva'

const question = page.getByRole('dialog', { name: 'Sair com rascunhos não salvos?' })
const box = question.getByRole('checkbox', { name: 'Guardar 1 rascunho neste aparelho' })
const draftsOf = ({ user }: MountedApp) => listDrafts(openMirror(user.id))

/** A broker with a name typed into 'Criar Lead' and not saved. */
async function withDraft(opening: Opening = {}): Promise<MountedApp> {
  const app = await openApp('/lead', {
    ...opening,
    script: (peer) => {
      takesSignIn(peer)
      peer.answers(logoutRoute, { message: 'Sessão encerrada' })
    },
  })
  await userEvent.fill(page.getByRole('form', { name: 'Lead' }).getByLabelText(/^Nome( \*)?$/), NAME)
  await expect.element(page.getByText(/^Rascunho guardado às/)).toBeVisible()
  return app
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the question of a sign-out is in order, with targets for thumbs where there are thumbs', async () => {
    await withDraft(look)
    await choosesInAccount('Logout')
    await expect.element(box).toBeChecked()
    await isInOrder('sign-out question')
    if (look.width !== 'desk') await hasTargetsForThumbs('sign-out question')
  })
})

test('Cancelar keeps the drafts, and a sign-out that unticks them deletes them all', async () => {
  const loads = notesPageLoads()
  const app = await withDraft()
  expect((await draftsOf(app)).length).toBe(1)
  await choosesInAccount('Logout')
  await userEvent.click(question.getByRole('button', { name: 'Cancelar' }))
  await expect.element(question).not.toBeInTheDocument()
  expect((await draftsOf(app)).length).toBe(1)
  expect(loads).toEqual([])

  await choosesInAccount('Logout')
  await userEvent.click(box)
  await userEvent.click(question.getByRole('button', { name: 'Apagar o rascunho e sair' }))
  await expect.poll(() => loads).toContain('/login')
  expect(JSON.stringify(Object.entries(localStorage))).not.toContain(NAME)
  expect(await draftsOf(app)).toEqual([])
})

test('by keyboard alone a draft is kept for the same user, and no button moves', async () => {
  const loads = notesPageLoads()
  const app = await withDraft()
  await choosesByKeysInAccount('Logout')
  await expect.element(box).toBeVisible()
  const leave = question.getByRole('button', { name: /e sair$/ })
  const place = () => leave.element().getBoundingClientRect().toJSON()
  for (let tabs = 0; tabs < 5 && document.activeElement !== box.element(); tabs += 1)
    await userEvent.keyboard('{Tab}')
  // The dialog's way down may begin after it is visible, and has begun when it has the focus.
  await expect.element(box).toHaveFocus()
  await settled()
  const before = place()
  await userEvent.keyboard(' ')
  await expect.element(box).not.toBeChecked()
  await expect.element(leave).toMatchTextContent(/Apagar o rascunho e sair/)
  await userEvent.keyboard(' ')
  await expect.element(box).toBeChecked()
  await expect.element(leave).toMatchTextContent(/Guardar o rascunho e sair/)
  expect(place()).toEqual(before)
  await userEvent.keyboard('{Tab}')
  await expect.element(leave).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  // Once or twice: the sign-out loads it, and so does the screen without a session.
  await expect.poll(() => loads).toContain('/login')

  await app.load('/login')
  await expect.element(page.getByText(/Há rascunhos guardados neste aparelho/)).toBeVisible()
  await signsIn()
  await expect.element(page.getByRole('navigation', { name: 'Menu principal' })).toBeVisible()
  await app.go('/lead')
  await expect.element(page.getByText(/^Você tem um rascunho de/)).toBeVisible()
  expect(Object.keys(localStorage)).not.toContainEqual(expect.stringContaining('kept_drafts'))
})

test("the question covers drafts and queue; no button takes another's place when the queue is sent", async () => {
  const app = await withDraft({ leads: [aLead({ channel_id: 8 })] })
  await app.go('/')
  await expect.element(page.getByRole('button', { name: 'Capturar esse Lead' })).toBeVisible()
  cutNetwork(app.peer)
  await userEvent.click(page.getByRole('button', { name: 'Capturar esse Lead' }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Continuar' }))
  await expect.element(page.getByText('Informações do Indicado').first()).toBeVisible()
  await app.go('/')
  await choosesInAccount('Logout')
  const both = page.getByRole('dialog', { name: 'Sair com alterações por enviar?' })
  await expect
    .element(both)
    .toMatchTextContent(/Uma alteração feita neste aparelho ainda não chegou ao servidor\./)
  await expect.element(both.getByRole('checkbox')).toBeVisible()
  const top = (name: string, dialog: typeof both) =>
    dialog.getByRole('button', { name }).element().getBoundingClientRect().top
  await settled()
  const before = top('Sair e guardar a fila neste aparelho', both)
  await userEvent.click(both.getByRole('button', { name: 'Descartar as alterações e sair' }))
  const sure = page.getByRole('dialog', { name: 'Descartar as alterações?' })
  await expect.element(sure).toMatchTextContent(/Os rascunhos ficam guardados\./)
  await userEvent.click(sure.getByRole('button', { name: 'Voltar' }))
  await expect.element(both).toBeVisible()

  restoreNetwork(app.peer)
  await expect.element(question).toMatchTextContent(/Tudo foi enviado\./)
  await expect.element(question.getByRole('button', { name: 'Tudo enviado' })).toBeDisabled()
  expect(top('Guardar o rascunho e sair', question)).toBe(before)
})
