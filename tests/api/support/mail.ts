/** The environment of a server that sends mails. No test of the API delivers by it. */
export const WITH_MAIL = {
  MAIL_URL: 'smtp://127.0.0.1:2525',
  MAIL_FROM: 'Farol <farol@exemplo.com.br>',
  PUBLIC_URL: 'https://farol.exemplo.com.br',
}
