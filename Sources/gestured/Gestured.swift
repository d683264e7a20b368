import ArgumentParser

@main
struct Gestured: ParsableCommand {
}
