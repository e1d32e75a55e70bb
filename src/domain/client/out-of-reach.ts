/** What an erasure can't reach, by name. docs/operations.md#personal-data has the same list for who runs the server. */
export const OUT_OF_REACH: readonly string[] = [
  'Cópias de segurança (backups) do servidor, até serem apagadas',
  'E-mails já enviados, na caixa de quem os recebeu',
  'Planilhas, relatórios e arquivos salvos em computadores e celulares',
  'Papéis impressos e anotações fora do Farol',
  'Mensagens no WhatsApp',
  'Gravações e registros da central telefônica',
  'O que a seguradora, o Quiver e as concessionárias guardam',
  'Textos que o serviço de IA guarda pelo prazo dele',
  'Conteúdo de PDFs anexados a leads de outras pessoas',
  'O que está em aparelhos sem rede: formulários não salvos e alterações à espera de envio',
  'Trechos que só dizem um apelido, o primeiro nome ou uma descrição da pessoa',
]
