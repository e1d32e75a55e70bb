/** A policy of a line or of Farol, beside another one. */
import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDocument } from '../../domain/documents/cpf-cnpj.ts'
import { formatDay } from '../../domain/time/sao-paulo.ts'

const brazilian = (day: string | null) => (day === null ? 'sem vencimento' : formatDay(day))

interface PolicySideProps {
  readonly title: string
  readonly policy: {
    readonly policy_number: string
    readonly item: string
    readonly insurer: string
    readonly client_name: string
    readonly document: string
    readonly end_of_validity: string | null
  }
  readonly children?: ReactNode
}

export function PolicySide({ title, policy, children }: PolicySideProps) {
  return (
    <Stack gap={2}>
      <Text fw={600} size="sm">
        {title}
      </Text>
      <Text size="sm">
        {policy.client_name === ''
          ? 'Dados apagados'
          : `${policy.client_name} · ${formatDocument(policy.document)}`}
      </Text>
      <Text size="sm">
        {`Apólice ${policy.policy_number}${policy.item === '' ? '' : `, item ${policy.item}`} · ${policy.insurer === '' ? 'sem seguradora' : policy.insurer}`}
      </Text>
      <Text size="sm">{`Vence em ${brazilian(policy.end_of_validity)}`}</Text>
      {children}
    </Stack>
  )
}
