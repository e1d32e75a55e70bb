/** What `details` of `POST /leads/externalLead` has by line of insurance. The contract judges it only with the line. */
import { z } from 'zod'
import { DETAIL_FIELDS } from '../../../src/domain/indication/detail-fields.ts'
import { DETAIL_SCHEMAS, type DetailKind } from '../../../src/domain/indication/details.ts'
import { EXTERNAL_INSURANCES, kindOf } from '../../../src/domain/indication/lines.ts'
import { keysOf } from '../../../src/domain/record/parts.ts'
import { isNode, type Node } from './schema.ts'

const DECIMAL: Node = { type: 'string', example: '3500.00' }
const SHORT: Node = { email: { type: 'string' }, mobile: { type: 'string' }, landline: { type: 'string' } }

function detailsOf(kind: DetailKind): Node {
  const { properties } = z.toJSONSchema(DETAIL_SCHEMAS[kind], {
    io: 'input',
    target: 'openapi-3.0',
    reused: 'inline',
  })
  const { kind: _, value_cents: cents, ...fields } = isNode(properties) ? properties : {}
  return {
    type: 'object',
    title: `Seguros ${EXTERNAL_INSURANCES.filter((id) => kindOf(id) === kind).join(', ')}`,
    properties: {
      ...fields,
      ...(cents === undefined ? {} : { value: DECIMAL }),
      ...(kind === 'company' ? SHORT : {}),
    },
    required: DETAIL_FIELDS[kind].filter(({ ask }) => ask !== undefined).map(({ name }) => name),
  }
}

const DETAILS: Node = { nullable: true, anyOf: keysOf(DETAIL_SCHEMAS).map(detailsOf) }

/** Returns the schema of the field as the document has it. */
export const withDetails = (field: unknown, operation: string, path: readonly string[]): unknown =>
  operation === 'POST /leads/externalLead' && path.join() === 'details' ? DETAILS : field
