/** The parts of an answer that are drawn one without the other, and the answer as plain text. */
import { describe, expect, test } from 'vitest'
import { markdownBlocks } from '../../../../src/features/assistant/markdown-blocks.ts'
import { messageText, plainText } from '../../../../src/features/assistant/plain-text.ts'

describe('blocks', () => {
  test.each([
    ['two paragraphs', 'a\nb\n\nc', ['a\nb', 'c']],
    ['a list that goes on after a blank line', '1. a\n\n2. b\n\nfim', ['1. a\n\n2. b', 'fim']],
    ['a list after a paragraph', 'a\n\n- b\n- c', ['a', '- b\n- c']],
    ['code with a blank line', '```\na\n\nb\n```\n\nc', ['```\na\n\nb\n```', 'c']],
    ['a quotation', '> a\n\n> b', ['> a\n\n> b']],
    ['nothing', '', []],
  ])('%s', (_what, text, blocks) => {
    expect(markdownBlocks(text)).toEqual(blocks)
  })

  test('a finished block stays the same while the text grows', () => {
    const whole = 'Um.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- x\n- y\n\nFim.'
    const [first] = markdownBlocks(whole)
    for (let end = 6; end <= whole.length; end++) expect(markdownBlocks(whole.slice(0, end))[0]).toBe(first)
    expect(markdownBlocks(whole)).toHaveLength(4)
  })
})

describe('plain text', () => {
  test('is read out without marks of Markdown', () => {
    expect(plainText('## Olá\n**Ana**, veja [aqui](/ajuda)\n> `x`')).toBe('Olá\nAna, veja aqui\nx')
  })

  test('is a message with the bold of WhatsApp', () => {
    expect(messageText('**Olá**, Ana\n# Fim')).toBe('*Olá*, Ana\nFim')
  })
})
