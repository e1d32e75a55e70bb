/** Calls of the external indication, as its page makes them. */
import type { FastifyInstance } from 'fastify'
import {
  externalIndicationRoute,
  externalInitRoute,
  externalLinkRoute,
} from '../../../src/contract/external.ts'
import { CONSENT_VERSION } from '../../../src/domain/indication/consent.ts'
import type { Device } from './server.ts'

export const INSURANCES = [
  { id: 4, name: 'Residencial', type: 1 },
  { id: 6, name: 'Portáteis', type: 1 },
  { id: 7, name: 'Pet', type: 1 },
  { id: 9, name: 'Vida', type: 1 },
  { id: 11, name: 'Empresarial', type: 2 },
]

export const CLIENT = {
  name: 'Ana Souza',
  mail: 'ana@exemplo.com.br',
  cpf: '529.982.247-25',
  rg: '123456789',
  phone: '(11) 98765-4321',
  birth_date: '1980-05-20',
  address: {
    cep: '01310-100',
    street: 'Avenida Paulista',
    number: '1000',
    comp: '',
    district: 'Bela Vista',
    city: 'São Paulo',
    state: 'sp',
  },
}

/** The valid CPF of another person for each place. */
export function cpfOf(place: number): string {
  const digits = Array.from(String(100_000_000 + place * 7919), Number)
  for (const length of [9, 10]) {
    const sum = digits.slice(0, length).reduce((total, digit, at) => total + digit * (length + 1 - at), 0)
    const rest = (sum * 10) % 11
    digits.push(rest === 10 ? 0 : rest)
  }
  return digits.join('')
}

export const USED_CAR = {
  model: 'Fiat Uno',
  type: 'Usado',
  chassi: '9BWZZZ377VT004251',
  renavam: '00639884962',
  address: CLIENT.address,
}

/** The code in the user's link. */
export async function codeOf(device: Device): Promise<string> {
  const { body } = await device.call('GET', '/externalMail?onlyLink=true')
  return new URL(externalLinkRoute.answer.parse(body).url).searchParams.get('inviter_id') ?? ''
}

interface Visit {
  readonly app: FastifyInstance
  readonly code: string
  readonly from?: string
}

export async function open({ app, code, from = '10.1.0.1' }: Visit) {
  const answer = await app.inject({
    method: 'GET',
    url: `/api/externalInit?inviter_id=${code}`,
    remoteAddress: from,
  })
  return { status: answer.statusCode, body: JSON.parse(answer.body) as unknown }
}

/** The stamp of an opened form. */
export const stampFor = async (visit: Visit) => externalInitRoute.answer.parse((await open(visit)).body).stamp

export const byLink = (code: string, stamp: string, more: object = {}) => ({
  client: CLIENT,
  insurance: 2,
  details: USED_CAR,
  inviter_id: code,
  withAuth: 0,
  stamp,
  consent: { version: CONSENT_VERSION },
  website: '',
  ...more,
})

export async function send(
  app: FastifyInstance,
  body: object,
  { from = '10.1.0.1', key }: { readonly from?: string; readonly key?: string } = {},
) {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/leads/externalLead',
    payload: body,
    remoteAddress: from,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
  const parsed = externalIndicationRoute.answer.safeParse(JSON.parse(answer.body))
  return { status: answer.statusCode, answer: parsed.data ?? null, headers: answer.headers, raw: answer.body }
}
