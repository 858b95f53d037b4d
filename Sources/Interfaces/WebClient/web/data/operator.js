// Words to the operator, and whether people find the pages easy.

import { send } from '../shell/api.js';

/** @param {{subject: string, text: string, breach: boolean, email?: string}} message `email` without an account */
export const writeToOperator = (message) =>
  send('POST', '/v1/operator-messages', { body: message });

/** @param {boolean} easy */
export const answerEase = (easy) => send('POST', '/v1/ease-answers', { body: { easy } });
