/** Bodies that are no JSON: they have no schema in their declaration. */
import type { Node } from './schema.ts'

const file: Node = { type: 'string', format: 'binary', description: 'Os bytes do arquivo.' }
const number: Node = { type: 'integer' }

/** By call: the fields of its form. */
const FORMS: Readonly<Record<string, Node>> = {
  'POST /leads/file': {
    type: 'object',
    properties: { lead_id: number, file: { ...file, description: 'O PDF, de até 10 MB.' } },
    required: ['lead_id', 'file'],
  },
  'POST /lead-temps/import': {
    type: 'object',
    properties: {
      file: { ...file, description: 'A planilha: .xlsx ou CSV.' },
      mapping: {
        type: 'string',
        description: 'JSON: o lugar da coluna de cada campo, ou null.',
        example:
          '{"policy_number":0,"product":1,"client_name":2,"document":3,"cellphone":4,"phone":null,"mail":5,"insurer":6,"end_of_validity":7,"group":null}',
      },
      accents: {
        type: 'string',
        enum: ['windows-1252', 'cp850', 'macintosh'],
        description:
          'Como ler os acentos das linhas que podem ser lidas de mais de um jeito. Sem ele, um arquivo com tais linhas é recusado.',
      },
      channel_id: number,
      inviter_id: number,
      partner_id: number,
    },
    required: ['file', 'mapping', 'channel_id', 'inviter_id'],
  },
  'POST /imports': {
    type: 'object',
    properties: {
      file: { ...file, description: 'A planilha: .xlsx ou CSV.' },
      sheet: {
        type: 'string',
        description: 'O nome da planilha do arquivo; sem ele, a que mais parece a lista.',
        example: 'Planilha1',
      },
      accents: {
        type: 'string',
        enum: ['windows-1252', 'cp850', 'macintosh'],
        description:
          'Como ler os acentos das linhas que podem ser lidas de mais de um jeito. Sem ele, um arquivo com tais linhas é recusado.',
      },
      list: {
        type: 'string',
        enum: ['clients', 'leads', 'users', 'partners'],
        description: 'O que o arquivo tem.',
      },
      mapping: {
        type: 'string',
        description: 'JSON: o lugar da coluna de cada campo, ou null.',
        example: '{"old_number":0,"client_name":1,"cellphone":2,"mail":null}',
      },
      source: { type: 'string', description: 'O sistema de que vêm os dados.', example: 'Pipedrive' },
      channel_id: number,
      broker_id: number,
      inviter_id: number,
      partner_id: number,
      insurance_id: number,
      role_id: number,
      unknown: {
        type: 'string',
        enum: ['refuse', 'default'],
        description: 'Um nome que o Farol não tem: a linha é recusada, ou vale a escolha do arquivo.',
      },
    },
    required: ['file', 'list', 'mapping', 'source'],
  },
}

/** Returns the schema of a body that the call's declaration does not describe. */
export const formOf = (operation: string): Node => FORMS[operation] ?? file
