import { describe, expect, it } from 'vitest'
import { type QuoteLinkFacts, quoteLink } from '../../../src/domain/lead/quote-link.ts'

const FACTS: QuoteLinkFacts = {
  client: {
    name: 'José & Filhos',
    phone: '',
    cellphone: '31988887777',
    mail: 'jose+seguro@exemplo.com.br',
    cpf: '52998224725',
    rg: '',
    birth_date: null,
    no_messages_since: null,
    address: {
      cep: '30130010',
      street: 'Rua A/B',
      number: '1',
      comp: '',
      district: 'Centro',
      city: 'BH',
      state: 'MG',
    },
  },
  insuranceId: 1,
  leadId: null,
}

describe('a quote link', () => {
  it.each([
    [
      'https://x.br/?n={name}&m={mail}',
      'https://x.br/?n=Jos%C3%A9%20%26%20Filhos&m=jose%2Bseguro%40exemplo.com.br',
    ],
    ['https://x.br/{street}/{city}/{state}', 'https://x.br/Rua%20A%2FB/BH/MG'],
    ['https://x.br/?s={insurance_id}&l={lead_id}&b={birth_date}', 'https://x.br/?s=1&l=&b='],
    ['http://x.br/{constructor}{toString}{nada}', 'http://x.br/'],
    ['https://x.br/sem-campos', 'https://x.br/sem-campos'],
  ])('from %s is %s', (template, link) => {
    expect(quoteLink(template, FACTS)).toBe(link)
  })

  it.each([
    'javascript:alert({cpf})',
    '{name}',
    '',
    '//x.br',
    'https:// x.br',
    'data:text/html,x',
  ])('from %j is null, because it is no web address', (template) => {
    expect(quoteLink(template, FACTS)).toBeNull()
  })
})
