//! The binary: serve, demo, doctor, backup, copy, company, token.
//!
//! Logs go to standard output; standard error carries one sentence when something failed. Exit
//! codes: 0 done, 1 found wrong, 2 usage or configuration.

mod arguments;
mod backup;
mod company;
mod copy;
mod demo;
mod doctor;
mod exit;
mod logs;
mod openapi;
mod price;
mod progress;
mod serve;
mod token;

use arguments::{Arguments, Command, CompanyCommand, TokenCommand};
use clap::Parser as _;

/// A request is many small allocations; this allocator makes them cheap.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return exit::usage(&error),
    };
    let done = match arguments.command.unwrap_or_default() {
        Command::Serve(options) => serve::run(&options),
        Command::Demo(options) => demo::run(&options),
        Command::Doctor(database) => doctor::run(&database),
        Command::Backup(options) => backup::run(&options),
        Command::Copy(options) => copy::run(&options),
        Command::Company { command: CompanyCommand::Create(new) } => company::create(&new),
        Command::Token { command: TokenCommand::Create(new) } => token::create(&new),
        Command::Price(options) => price::run(&options),
        Command::Openapi => openapi::run(),
    };
    exit::code(done)
}
