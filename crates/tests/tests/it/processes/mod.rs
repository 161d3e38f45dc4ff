//! The binary as an operator sees it: starting, stopping, crashing, and what is beside it.

mod away;
mod backup;
mod clients;
mod clock_move;
mod commands;
mod copy;
mod crash;
mod crash_contracts;
mod demo;
mod disk;
mod doctor;
mod guide;
mod rolling;
mod start;
mod stop;
mod tls;
mod unbilled;
mod unwilling;
mod upgrade;
