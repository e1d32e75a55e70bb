/** The links of mails that a tap confirms: docs/rules.md#links, #not-me */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { confirmEmailRoute, disownByLinkRoute, linkRoute } from '../../../src/contract/accounts.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'

const USED = 'Este link já foi usado.'

describe.each([
  {
    purpose: 'disown',
    new_email: null,
    route: disownByLinkRoute,
    button: 'Não fui eu, encerrar tudo',
    words: 'O que você ainda não enviou continua guardado nos seus aparelhos.',
    done: 'Todas as sessões foram encerradas.',
  },
  {
    purpose: 'email',
    new_email: 'bia@exemplo.com.br',
    route: confirmEmailRoute,
    button: 'Confirmar e-mail',
    words: 'O novo e-mail da sua conta será bia@exemplo.com.br.',
    done: 'E-mail confirmado com sucesso!',
  },
] as const)('$purpose', ({ purpose, new_email, route, button, words, done }) => {
  const tapped = page.getByRole('button', { name: button })
  const opened = async () => {
    const known = { user_id: 3, verify_code: 'c0dig0', name: 'Bia Ramos', login: 'bia', verified: true }
    const { peer } = await openApp('/verify/c0dig0', {
      signedIn: false,
      width: 'phone',
      script: (peer) => peer.answers(linkRoute, { data: [{ ...known, purpose, new_email }] }),
    })
    await expect.element(tapped).toBeVisible()
    return peer
  }

  test('the link does nothing by itself, and a tap does it and leads to the sign-in', async () => {
    const peer = await opened()
    peer.answers(route, { message: done })
    await expect.element(page.getByText('Olá, Bia Ramos. O seu login é bia.')).toBeVisible()
    await expect.element(page.getByRole('main')).toMatchTextContent(words)
    expect(peer.callsOf(route)).toEqual([])
    await isInOrder(purpose)
    await hasTargetsForThumbs(purpose)
    await userEvent.click(tapped)
    await expect.element(page.getByText(done)).toBeVisible()
    expect(peer.bodiesOf(route)).toEqual([{ verify_code: 'c0dig0' }])
    expect(window.location.pathname).toBe('/login')
  })

  test('a lost answer is said, and a link that was used meanwhile leads to the sign-in', async () => {
    const peer = await opened()
    peer.refuses(route, { status: 410, code: 'link_unusable', message: USED })
    peer.losesAnswer(route)
    await userEvent.click(tapped)
    await expect.element(page.getByRole('alert')).toMatchTextContent('Sem conexão com o servidor.')
    await userEvent.click(tapped)
    await expect.element(page.getByRole('status').getByText(USED)).toBeVisible()
    expect(window.location.pathname).toBe('/login')
  })
})
