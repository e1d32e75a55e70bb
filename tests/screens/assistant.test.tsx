/** The assistant opens with 'Ajuda' and three questions. docs/rules.md#assistant */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'

const questions = page.getByRole('group', { name: 'Perguntas para começar' }).getByRole('button')

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the beginning is in order', async () => {
    await openApp('/chat-bot', { ...look, role: 1 })
    await expect.element(page.getByRole('radio', { name: 'Ajuda' })).toBeChecked()
    await isInOrder('/chat-bot')
    if (look.width !== 'desk') await hasTargetsForThumbs('/chat-bot')
  })
})

test('one tap asks a question, and the help answers', async () => {
  await openApp('/chat-bot', { role: 1 })
  await expect.poll(() => questions.elements().length).toBe(3)
  await userEvent.click(questions.first())
  const answer = page.getByRole('article', { name: /respondeu$/ })
  await expect.element(answer).toMatchTextContent(/expediente/i)
  await expect.element(questions.first()).not.toBeInTheDocument()
})

test('another persona keeps its own conversation, without the questions', async () => {
  await openApp('/chat-bot', { role: 1 })
  await userEvent.click(page.getByRole('radio', { name: 'Redator' }))
  await expect.element(questions.first()).not.toBeInTheDocument()
})
