/** Asks the server whether a link is still in its chain. Only the link's place and hash leave the device. */
import { Button, Group, Text } from '@mantine/core'
import { IconServer } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { historyHeadRoute } from '../../contract/dossier.ts'
import type { Leaf } from '../../domain/dossier/anchors.ts'

const ANSWERS = {
  known: 'O último registro está no histórico deste Farol, que continua a partir dele.',
  unknown: 'Este Farol não tem esse registro: o histórico de agora é outro, ou o dossiê é de outro Farol.',
  limited: 'Muitas perguntas em pouco tempo. Tente de novo mais tarde.',
  unreachable: 'O servidor não respondeu. O que foi conferido no aparelho continua valendo.',
} as const

export function AskServer({ head }: { readonly head: Leaf }) {
  const [asking, setAsking] = useState(false)
  const [answer, setAnswer] = useState<keyof typeof ANSWERS | null>(null)
  const ask = async () => {
    setAsking(true)
    const body = { lead_uid: head.leadUid, seq: head.seq, link_hash: head.hash }
    const result = await call(historyHeadRoute, { body })
    setAsking(false)
    setAnswer(
      result.kind === 'ok'
        ? result.value.known
          ? 'known'
          : 'unknown'
        : result.kind === 'refused'
          ? 'limited'
          : 'unreachable',
    )
  }
  return (
    <Group gap="md" align="center">
      <Button
        variant="default"
        leftSection={<IconServer size={18} />}
        loading={asking}
        onClick={() => {
          void ask()
        }}
      >
        Perguntar ao servidor
      </Button>
      <Text
        size="sm"
        role="status"
        {...(answer === 'unknown' ? { c: 'red' } : {})}
        style={{ flex: '1 1 240px' }}
      >
        {answer === null
          ? 'Só vão o código do lead, e o número e o código do último registro.'
          : ANSWERS[answer]}
      </Text>
    </Group>
  )
}
