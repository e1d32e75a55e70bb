/** Names of people in texts leave for the assistant's service as placeholders, wherever the texts end. docs/rules.md#assistant */
import { expect, test } from 'vitest'
import { calls, says } from '../support/ai-peer.ts'
import { describeDatabase } from '../support/databases.ts'
import { chatHouse, WRITER } from './chat-house.ts'

/** Of the client. */
const VALUES = ['Zuleica', 'Quintanilha', '98765-4321', 'zuleica@']

describeDatabase('names of people', (open) => {
  const house = chatHouse(open)
  const { ask, toolAnswers } = house

  test('in the instructions of a persona leave as placeholders too, and the answer has them again', async () => {
    const instructions = 'Assine sempre: Zuleica Quintanilha Prado, (31) 98765-4321, zuleica@exemplo.com.br.'
    const words = { name: 'Redator da casa', description: 'Assina', instructions }
    expect((await house.admin.call('PUT', `/ai/persona/${WRITER}`, words)).status).toBe(200)
    house.peer.next(says('Até logo, [NOME_1], [TELEFONE_1]'))
    const { text } = await ask('Escreva uma despedida', WRITER)
    await house.admin.call('DELETE', `/ai/persona/${WRITER}`)
    for (const value of VALUES) expect(house.peer.all(), value).not.toContain(value)
    expect(text).toBe('Até logo, Zuleica Quintanilha Prado, (31) 98765-4321')
  })

  test.each([
    ['on two lines', 'Zuleica Prado\nQuintanilha confirmou', '[NOME_1]\n[NOME_2] confirmou'],
    ['with two blanks', 'ligar para zuleica  prado', 'ligar para [NOME_1]'],
    ['around a number', 'Zuleica 12 Prado', '[NOME_1] 12 [NOME_2]'],
    ['in a list', 'falei com zuleica, prado e Bruna', 'falei com [NOME_1], [NOME_2]'],
  ])('names %s leave as placeholders', async (_what, note, sent) => {
    await ask(note)
    expect(house.peer.asked.at(-1)?.messages.at(-1)?.content).toBe(sent)
  })

  test('a name at the end of texts as long as a lead may have leaves as a mark', async () => {
    await house.store.db
      .updateTable('leads')
      .set({
        additional_information: 'a '.repeat(2000).trim(),
        scheduling_date: new Date().toISOString(),
        scheduling_description: `${'a '.repeat(900)}Quintanilha`,
        scheduling_status: 0,
      })
      .where('uid', '=', house.lead.uid)
      .execute()
    house.peer.next(calls(['ler_lead', { numero: house.lead.id }]), says('Oi'))
    await ask('Leia')
    expect(house.peer.all()).not.toContain('Quintanilha')
    expect(toolAnswers()[0]).toContain('"agendamento":"a a')
  })

  test('the product as it was typed does not leave at all', async () => {
    await house.store.db
      .updateTable('leads')
      .set({ product: 'Gol do meu primo Zebulão' })
      .where('uid', '=', house.lead.uid)
      .execute()
    house.peer.next(calls(['ler_lead', { numero: house.lead.id }]), says('Oi'))
    await ask('Leia')
    expect(house.peer.all()).not.toMatch(/Gol do meu|Zebul/)
  })

  test('names that end one text and begin the next are found in both', async () => {
    await house.store.db
      .updateTable('leads')
      .set({
        additional_information: 'falar com Zuleica',
        product_details: JSON.stringify({ details: 'Quintanilha Prado, carro' }),
      })
      .where('uid', '=', house.lead.uid)
      .execute()
    house.peer.next(calls(['ler_lead', { numero: house.lead.id }]), says('Oi'))
    await ask('Leia')
    for (const value of VALUES) expect(house.peer.all(), value).not.toContain(value)
  })
})
