/**
 * The schemas of the sync that its contract leaves open, as components of the API's document. A device checks only the
 * columns that it computes with, and takes commands of any version; a program in another language needs them all.
 */
import { z } from 'zod'
import { commands } from '../../../../src/commands/registry.ts'
import { catalogueValueSchemas } from '../../../../src/domain/catalogue/catalogue.ts'
import { clientSchema } from '../../../../src/domain/client/client.ts'
import { leadSchema } from '../../../../src/domain/lead/lead.ts'
import type { FieldPlace } from '../fields.ts'
import { isNode, type Node } from '../schema.ts'
import { COMMAND_EXAMPLES } from './command-examples.ts'

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Node => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, {
    io,
    target: 'openapi-3.0',
    unrepresentable: 'any',
    reused: 'inline',
  })
  return shape
}

const refTo = (name: string): Node => ({ $ref: `#/components/schemas/${name}` })

/** The name of a command's component. */
const componentOf = (command: string) => `Comando.${command}`

const commandSchema = ({ name, version, label, args }: (typeof commands)[keyof typeof commands]): Node => ({
  type: 'object',
  title: label,
  required: ['command', 'schema_version', 'args'],
  properties: {
    command: { type: 'string', enum: [name] },
    schema_version: { type: 'integer', enum: [version] },
    args: { ...jsonSchema(args, 'input'), example: COMMAND_EXAMPLES[name].args },
  },
})

const catalogueSchema: Node = {
  type: 'object',
  required: ['kind', 'id', 'version', 'value'],
  properties: {
    kind: { type: 'string' },
    id: { type: 'string' },
    version: { type: 'integer' },
    value: { anyOf: Object.keys(catalogueValueSchemas).map((kind) => refTo(`Cadastro.${kind}`)) },
  },
}

/** By component. */
export const SYNC_SCHEMAS: Readonly<Record<string, Node>> = {
  LinhaLead: jsonSchema(leadSchema, 'output'),
  LinhaCliente: jsonSchema(clientSchema, 'output'),
  LinhaCadastro: catalogueSchema,
  ...Object.fromEntries(
    Object.entries(catalogueValueSchemas).map(([kind, schema]) => [
      `Cadastro.${kind}`,
      jsonSchema(schema, 'output'),
    ]),
  ),
  ...Object.fromEntries(
    Object.values(commands).map((command) => [componentOf(command.name), commandSchema(command)]),
  ),
}

const PULL = 'GET /sync'
const PUSH = 'POST /sync/push'
const ROWS: Readonly<Record<string, string>> = {
  leads: 'LinhaLead',
  clients: 'LinhaCliente',
  catalogues: 'LinhaCadastro',
}

/** Returns where a component's fields are, for their meanings. */
export function placeOf(component: string): FieldPlace {
  const [kind, ...rest] = component.split('.')
  const name = rest.join('.')
  if (kind === 'Comando') return { operation: PUSH, path: ['commands', name] }
  if (kind === 'Cadastro') return { operation: PULL, path: ['catalogues', name] }
  return { operation: PULL, path: [] }
}

/** What a sent command may be, in place of a name and arguments of any shape. */
const ANY_COMMAND: Node = { oneOf: Object.keys(commands).map((name) => refTo(componentOf(name))) }

/** Returns the field with what the contract leaves open in it. */
export function withSyncSchemas(field: Node, { operation, path }: FieldPlace): Node {
  if (!operation.includes(' /sync')) return field
  const [list, name = ''] = path.slice(-2)
  if (list === 'rows' && ROWS[name] !== undefined) return { ...field, items: refTo(ROWS[name]) }
  if (operation !== PUSH || path.join() !== 'commands') return field
  const { items } = field
  if (!isNode(items) || !isNode(items.properties)) return field
  const { command: _name, schema_version: _version, args: _args, ...envelope } = items.properties
  const required = Object.keys(envelope).filter((key) => key !== 'group')
  return { ...field, items: { allOf: [{ ...items, properties: envelope, required }, ANY_COMMAND] } }
}
