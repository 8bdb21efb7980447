// SPDX-License-Identifier: Apache-2.0
import { jest } from '@jest/globals';
import { allRestartLies } from '../support/lies/outages/all-restart-lies.js';
import { specOfOutageLies } from '../support/lies/outages/spec-of-outage-lies.js';

jest.setTimeout(300_000);

specOfOutageLies({ lies: allRestartLies, prefix: 'restart.', withoutLie: {} });
