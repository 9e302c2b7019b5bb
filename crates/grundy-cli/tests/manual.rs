//! The manual page is made of the declarations of the options, and has all commands.

#[test]
fn every_command_stands_in_the_manual_page() {
    let mut page = vec![];
    clap_mangen::Man::new(grundy_cli::command()).render(&mut page).expect("written to memory");
    let page = String::from_utf8(page).expect("text");
    for command in grundy_cli::command().get_subcommands().filter(|command| !command.is_hide_set()) {
        let name = command.get_name().replace('-', "\\-");
        assert!(page.contains(&format!("grundy\\-{name}")), "{name} is missing in\n{page}");
    }
}
