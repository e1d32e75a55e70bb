/** Why a delivery failed, in words. They name no address: it may contain a key. docs/rules.md#webhooks */

export const FAILURES = {
  refused: 'O endereço recusou a conexão.',
  unresolved: 'O nome do endereço não foi encontrado.',
  private: 'O endereço leva a uma rede interna, que o Farol não chama.',
  unreachable: 'O endereço não foi alcançado.',
  timeout: 'O endereço não respondeu por inteiro em 10 segundos.',
  certificate: 'O certificado do endereço não é aceito.',
  broken: 'A conexão caiu antes do fim da resposta.',
  redirect: 'O endereço respondeu com um redirecionamento, que o Farol não segue.',
  busy: 'O endereço pediu para esperar.',
  gone: 'O endereço respondeu que não existe mais.',
  refusal: 'O endereço recusou a mensagem.',
  fault: 'O endereço respondeu que teve um erro.',
  secret: 'O segredo não pôde ser lido neste servidor. Renove o segredo.',
  off: 'O webhook foi desligado antes do envio.',
  stopped: 'O webhook foi parado, depois de dias só de falhas.',
  restored: 'Esperava quando a cópia do banco foi feita, e não foi enviada de novo.',
} as const
export type FailureKind = keyof typeof FAILURES

/** Returns the sentence, with the status of the answer if there was one. */
export const failureSentence = (kind: FailureKind, status: number | null): string =>
  status === null ? FAILURES[kind] : `${FAILURES[kind].slice(0, -1)} (código ${status}).`
