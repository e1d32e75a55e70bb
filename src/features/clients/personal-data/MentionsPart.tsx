/** Before an erasure: other people's rows that mention the person, each with its match marked. docs/rules.md#mentions */
import { Alert, Button, Checkbox, Group, List, Loader, Mark, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Mark.layer.css'
import { useEffect, useRef } from 'react'
import type { Mention } from '../../../contract/mentions.ts'
import { OUT_OF_REACH } from '../../../domain/client/out-of-reach.ts'
import classes from './MentionsPart.module.css'
import { moreWords, placeWords } from './mention-words.ts'
import type { FoundMentions } from './useMentions.ts'

export function MentionsPart({ found }: { readonly found: FoundMentions }) {
  const { mentions, searching, blanking, problem, goOn, blank } = found
  return (
    <section aria-label="Trechos em outros registros">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={640}>
          Trechos em outros registros
        </Text>
        {mentions.length > 1 ? (
          <Button
            size="compact-sm"
            variant="outline"
            color="red"
            loading={blanking}
            onClick={() => void blank(mentions)}
          >
            Apagar todos
          </Button>
        ) : null}
      </Group>
      <Text size="sm" c="dimmed">
        Textos de outras pessoas que citam nome, documentos, telefones ou e-mail deste cliente. O trecho vira
        [apagado], também no histórico; o resto do texto fica.
      </Text>
      {mentions.length === 0 ? null : (
        <ul className={classes.mentions}>
          {mentions.map((mention) => (
            <MentionLine
              key={mention.key}
              mention={mention}
              busy={blanking}
              onBlank={() => void blank([mention])}
            />
          ))}
        </ul>
      )}
      {problem === null ? null : (
        <Alert color="red" role="alert" mt="xs">
          {problem}
        </Alert>
      )}
      <Stack gap={4} mt="xs" role="status">
        <SearchState found={found} />
      </Stack>
      {searching || (found.complete && problem === null) ? null : (
        <Button size="compact-sm" variant="default" mt={4} onClick={goOn}>
          {found.seconds === null ? 'Procurar de novo' : 'Continuar a busca'}
        </Button>
      )}
    </section>
  )
}

/** How far the search came. */
function SearchState({
  found: { mentions, searching, complete, seconds },
}: {
  readonly found: FoundMentions
}) {
  if (searching)
    return (
      <Group gap="xs">
        <Loader size="xs" />
        <Text size="sm">Procurando em todos os textos…</Text>
      </Group>
    )
  if (complete)
    return (
      <Text size="sm">
        {mentions.length === 0
          ? 'Todos os textos foram lidos: nenhum outro registro cita esta pessoa.'
          : 'Todos os textos foram lidos.'}
      </Text>
    )
  if (seconds === null) return null
  return (
    <Text size="sm">
      A busca lê por até {seconds} segundos de cada vez e mostra até 200 trechos. Ainda há textos por ler.
    </Text>
  )
}

interface MentionLineProps {
  readonly mention: Mention
  readonly busy: boolean
  readonly onBlank: () => void
}

function MentionLine({ mention, busy, onBlank }: MentionLineProps) {
  const { before, match, after } = mention.excerpt
  return (
    <li className={classes.mention}>
      <div className={classes.words}>
        <Text size="xs" c="dimmed">
          {placeWords(mention)}
        </Text>
        <Text size="sm">
          {before}
          <Mark color="yellow">{match}</Mark>
          {after}
          {mention.more === 0 ? null : ` (${moreWords(mention.more)})`}
        </Text>
      </div>
      <Button size="compact-sm" variant="default" disabled={busy} onClick={onBlank}>
        Apagar este trecho
      </Button>
    </li>
  )
}

interface UnfinishedSearchProps {
  readonly checked: boolean
  readonly error: string | null
  readonly onChange: (checked: boolean) => void
}

/**
 * After the erasure the person's names and numbers are gone, so mentions can no longer be searched for. A user who
 * erases before the search is complete therefore confirms it here.
 */
export function UnfinishedSearch({ checked, error, onChange }: UnfinishedSearchProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // It may be out of sight of the button.
    if (error !== null) box.current?.focus()
  }, [error])
  return (
    <Checkbox
      ref={box}
      label="Apagar sem terminar a busca"
      description="Depois de apagar, não dá mais para procurar os trechos que citam a pessoa"
      checked={checked}
      error={error}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** What no erasure can reach, by name. */
export function OutOfReach() {
  return (
    <div>
      <Text size="sm" fw={640}>
        O que o Farol não alcança
      </Text>
      <List size="sm" mt={4}>
        {OUT_OF_REACH.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </div>
  )
}
