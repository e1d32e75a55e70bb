/** The dealerships of which some leads are born without a broker, above the rules. docs/rules.md#administration */
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { catalogue } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { type Uncovered, uncovered } from '../../../domain/lead/broker-rules.ts'
import { may } from '../../../domain/permissions/actions.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { namedInOrder } from '../../../domain/text/name-order.ts'
import { lazyAfterPaint } from '../../../opening/lazy-after-paint.tsx'
import { useDialog } from '../../../ui/useDialog.ts'
import { problemOf } from './rule-words.ts'

const NewRulesDialog = lazyAfterPaint(async () => (await import('./NewRulesDialog.tsx')).NewRulesDialog)

/** More of them would push the table out of sight. */
const SHOWN = 4

export function UncoveredLeads({ user }: { readonly user: SessionUser }) {
  const rules = useLiveQuery(async () => catalogue(openMirror(user.id), 'lead_broker_config'), [user.id])
  const catalogues = useCatalogues(user.id)
  const [isWhole, setIsWhole] = useState(false)
  const making = useDialog<Uncovered>()
  if (rules === undefined || catalogues === undefined || !may('catalogues.manage', roleOf(user))) return null
  const all = uncovered({
    channels: catalogues.channels.values(),
    partners: namedInOrder(catalogues.partnerRows.values()),
    insurances: catalogues.insuranceRows,
    rules,
    problemOf: (rule) => problemOf(rule, catalogues, rules),
  })
  const open = making.opened ? making.subject : null
  if (all.length === 0 && open === null) return null
  return (
    <Stack component="section" aria-label="Sem regra" gap="xs" mb="md">
      <Title order={2} size="h4">
        Sem regra
      </Title>
      <Text size="sm" c="dimmed">
        Os leads destas empresas nascem sem corretor, e toda a equipe os vê.
      </Text>
      {(isWhole ? all : all.slice(0, SHOWN)).map((line) => (
        <Group key={line.partner.id} gap="sm" justify="space-between">
          <Text size="sm" flex="1 1 240px">
            <Text span inherit fw={640}>
              {line.partner.name}
            </Text>
            : {line.missing.map((one) => missingWords(one)).join(', ')}
          </Text>
          {line.missing.every(({ broken }) => broken !== undefined) ? null : (
            <Button
              size="xs"
              variant="default"
              aria-label={`Criar regra de ${line.partner.name}`}
              onClick={() => making.open(line)}
            >
              Criar regra
            </Button>
          )}
        </Group>
      ))}
      {all.length <= SHOWN ? null : (
        <Button
          size="xs"
          variant="subtle"
          style={{ alignSelf: 'flex-start' }}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Mostrar menos' : `Mostrar todas (${all.length})`}
        </Button>
      )}
      {open === null ? null : (
        <NewRulesDialog
          catalogues={catalogues}
          rules={rules}
          beginning={beginningOf(open)}
          onClose={making.close}
        />
      )}
    </Stack>
  )
}

const missingWords = ({ insurance, broken }: Uncovered['missing'][number]): string =>
  broken === undefined ? insurance.name : `${insurance.name} (a regra ${broken.id} não funciona)`

/** Where a rule is in force that does not work, that one is mended instead. */
function beginningOf({ partner, missing }: Uncovered) {
  const free = missing.filter(({ broken }) => broken === undefined)
  return {
    channels: [...new Set(free.map(({ channel }) => channel.id))],
    partners: [partner.id],
    insurances: [...new Set(free.map(({ insurance }) => insurance.id))],
  }
}
