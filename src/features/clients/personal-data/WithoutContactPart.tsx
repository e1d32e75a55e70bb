/** Which clients without business would go after some years without contact: docs/rules.md#without-contact */
import { Alert, Anchor, Button, Card, Group, List, NumberInput, Text, Title } from '@mantine/core'
import '@mantine/core/styles/List.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { type WithoutContact, withoutContactRoute } from '../../../contract/legal-keep.ts'
import { failureWords, online } from '../../../device/online.ts'
import { formatDate } from '../../../domain/time/sao-paulo.ts'
import { goingLine, setLine } from './keep-words.ts'

/** The number of years that is shown if the setting is off. */
const USUAL_YEARS = 5

export function WithoutContactPart({ set }: { readonly set: number }) {
  const [years, setYears] = useState<number | string>(set === 0 ? USUAL_YEARS : set)
  const [preview, setPreview] = useState<WithoutContact | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const look = async () => {
    setBusy(true)
    const query = { years: String(years) }
    const result = await online((token) => call(withoutContactRoute, { token, query }))
    setBusy(false)
    setProblem(failureWords(result, 'ver quem sairia'))
    setPreview(result.kind === 'ok' ? result.value : null)
  }
  return (
    <Card withBorder padding="lg">
      <Title order={2} size="h4">
        Descarte sem contato
      </Title>
      <Text size="sm" c="dimmed">
        Clientes sem venda e sem renovação, com os seus leads, depois de um tempo sem contato. {setLine(set)}{' '}
        Mude o prazo em{' '}
        <Anchor underline="always" renderRoot={(props) => <Link to="/configuracoes" {...props} />}>
          Configurações
        </Anchor>
        .
      </Text>
      <Group align="flex-end" gap="xs" mt="sm">
        <NumberInput
          label="Anos sem contato"
          min={1}
          max={50}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          w={160}
          value={years}
          onChange={setYears}
        />
        <Button variant="default" loading={busy} onClick={() => void look()}>
          Ver quem sairia
        </Button>
      </Group>
      {problem === null ? null : (
        <Alert color="red" role="alert" mt="sm">
          {problem}
        </Alert>
      )}
      {preview === null ? null : (
        <div role="status">
          <Text size="sm" mt="sm">
            {goingLine(preview)}
          </Text>
          <List size="sm" mt={4}>
            {preview.first.map(({ id, name, last_contact }) => (
              <List.Item key={id}>
                Cliente {id}, {name}: último contato em {formatDate(last_contact)}
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </Card>
  )
}
