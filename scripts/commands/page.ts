/** docs/sync-commands.md, made from the definitions of the commands in src/commands. */
import {
  COMMAND_EXAMPLES,
  EXAMPLE_AT,
  EXAMPLE_CLIENT,
  EXAMPLE_LEAD,
  exampleUser,
} from '../../server/wire/documented/sync/command-examples.ts'
import { GROUPED } from '../../src/commands/groups.ts'
import { type CommandName, commands } from '../../src/commands/registry.ts'
import { clientFieldsSchema } from '../../src/domain/client/changes.ts'
import { DETAIL_SCHEMAS } from '../../src/domain/indication/details.ts'
import { leadFieldsSchema } from '../../src/domain/lead/changes.ts'
import { changedFields, flatRow } from '../../src/domain/lead/conflicts.ts'
import { ACTIONS } from '../../src/domain/permissions/actions.ts'
import { settingsFrom } from '../../src/domain/settings/settings.ts'
import { rowsOf, schemaOf, tableOf } from './types.ts'

const HEAD = `# Commands of the sync

Generated from \`src/commands\` by \`npm run docs:commands\`; \`npm run check\` compares them. The same schemas are in the
OpenAPI document (\`/api/docs/json\`, components \`Comando.<name>\`). [sync-protocol.md](sync-protocol.md) says how commands are sent
and answered.

A command in the body of \`POST /api/sync/push\`:

| field | type | |
|---|---|---|
| \`key\` | string, 8 to 64 characters | your own, new for each command: a UUID. A repetition has the same one |
| \`command\` | string | a name of this page |
| \`schema_version\` | integer | the version of this page |
| \`args\` | object | as this page says. A field that is not named here is refused or ignored |
| \`base\` | object | [what you saw](#base) in the fields that the command changes; \`{}\`: nothing to compare |
| \`occurred_at\` | instant, ISO 8601 in UTC with Z | when the user did it, by the server's clock. The future counts as now, more than 30 days ago as 30 days ago |
| \`depends_on\` | string or null | the key of your previous command about the same lead or client that has no answer yet |
| \`group\` | string | optional: [applied together](sync-protocol.md#groups) |

Uids are UUIDs. You make those of new leads, clients, calls and files (version 7 or 4). Money is in cents. Documents, phones and CEP are
stored without punctuation, and taken with it. A text that may be empty is \`''\`, not null.

## Base

The keys of a base are those of a flat row: each field of the lead by its name, each field of its client behind \`client.\`.
\`product_details\`, \`insurance_details\` (with its \`address\` and \`storage_address\`), \`client\` and \`client.address\` are taken apart: \`product_details.year\`, \`client.mail\`,
\`client.address.cep\`. Any other object is one value: \`lead_scheduling\`. Not in a base: \`uid\`, \`id\`, \`version\`, \`client_uid\`, and
the lead's copies \`client_name\`, \`client_cpf\`, \`client_cellphone\`, \`client_phone\`.

A value of the base is the server's value that your user saw, without your own unsent changes. A field is in conflict if its
present value differs both from the base and from what the command makes of it. Instants are equal when they are the same moment.
A field that your own earlier unsent command changes has no value yet: leave it out.

Below, 'base' names the keys that the example's command changes, with what its device saw. You need not predict what follows from
a command (a flag, a status): name at least the fields that \`args\` sets. More about what a base does: [push](sync-protocol.md#push). A change of \`client.name\` or \`client.cpf\` has both in its base.
`

const UNLIKE: Partial<Record<CommandName, string>> = {
  'lead.addNote': 'No base: what others write into the text stays.',
  'lead.callResult': 'No base: it changes no field of the lead.',
}

const LINKS = {
  lead: '[lead fields](#lead-fields), all of them',
  changes: '[lead fields](#lead-fields), the changed ones',
  client: '[client fields](#client-fields)',
  details: '[details by line](#details-by-line)',
}
const OF_CLIENT = { ...LINKS, changes: '[client fields](#client-fields), the changed ones' }
const changedClient = { ...LINKS, client: '[client fields](#client-fields), the changed ones' }

const linksOf = (name: CommandName) =>
  name === 'client.update'
    ? OF_CLIENT
    : name === 'lead.update' || name === 'lead.finish'
      ? changedClient
      : LINKS

/** What the device of the example saw in the fields that the command changes. */
function baseOf(name: CommandName): Record<string, unknown> {
  const example = COMMAND_EXAMPLES[name]
  if (example.lead === null || name in UNLIKE) return {}
  const context = {
    occurredAt: EXAMPLE_AT,
    user: exampleUser(example.by),
    settings: settingsFrom([]),
    statusFlow: [1, 2, 3, 4, 5, 6],
  }
  const prepared = commands[name].prepare(example.args)
  if ('errors' in prepared) throw new Error(`${name}: ${JSON.stringify(prepared.errors)}`)
  const lead = { ...EXAMPLE_LEAD, ...example.lead }
  const after = flatRow(prepared.applyLead(lead, context), prepared.applyClient(EXAMPLE_CLIENT, context))
  return changedFields(flatRow(lead, EXAMPLE_CLIENT), after)
}

function sectionOf(name: CommandName): string {
  const { version, args, label } = commands[name]
  const { does, args: given } = COMMAND_EXAMPLES[name]
  const base = baseOf(name)
  const keys = Object.keys(base).map((key) => `\`${key}\``)
  const told = UNLIKE[name] ?? (keys.length === 0 ? 'No base.' : `Base of the example: ${keys.join(', ')}.`)
  const example = {
    key: '0199b3a2-7000-7d3e-8a4b-2c5d6e7f80a0',
    command: name,
    schema_version: version,
    args: given,
    base,
    occurred_at: EXAMPLE_AT,
    depends_on: null,
  }
  return `### ${name}

Version ${version}. Roles ${ACTIONS[name].join(', ')}. On screens: '${label}'. ${does}

${tableOf(rowsOf(schemaOf(args), linksOf(name)))}

${told}

\`\`\`json
${JSON.stringify(example, null, 2)}
\`\`\`
`
}

const names: readonly CommandName[] = Object.values(commands).map(({ name }) => name)

const indexOf = () =>
  [
    '| command | version | roles | may be in a group |',
    '|---|---|---|---|',
    ...names.map(
      (name) =>
        `| [\`${name}\`](#${name.toLowerCase().replaceAll('.', '')}) | ${commands[name].version} | ${ACTIONS[name].join(', ')} | ${GROUPED.some((one) => one === name) ? 'yes' : ''} |`,
    ),
  ].join('\n')

const detailsOf = () =>
  Object.entries(DETAIL_SCHEMAS)
    .map(([kind, schema]) => `**${kind}**\n\n${tableOf(rowsOf(schemaOf(schema)))}`)
    .join('\n\n')

/** Returns the page in Markdown. Throws for an example that does not fit its command. */
export function commandsPage(): string {
  return [
    HEAD,
    `## Commands\n\n${indexOf()}\n`,
    ...names.map(sectionOf),
    `## Lead fields\n\nWhat forms write. What each means is in the OpenAPI document (\`LinhaLead\`).\n\n${tableOf(rowsOf(schemaOf(leadFieldsSchema)), false)}\n`,
    `## Client fields\n\n${tableOf(rowsOf(schemaOf(clientFieldsSchema)), false)}\n`,
    `## Details by line\n\n\`kind\` follows from the insurance: vehicle 1 to 3, residence 4, portable 6, pet 7, life 9, bike 10, company 11 to 19, franchise 29.\n\n${detailsOf()}\n`,
  ].join('\n')
}
